"""The usual engine: OpenVINO."""

import logging
import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from search.embeddings.bert_graph import rebuilt
from search.embeddings.contract import EmbedderUnavailable
from search.embeddings.model_files import ModelFiles, packaged_model
from search.embeddings.onnx_model import Inputs, OnnxModelEmbedder

if TYPE_CHECKING:
    from numpy.typing import NDArray

logger = logging.getLogger(__name__)

MOST_STREAMS = 8
"""Each holds what lies between the layers of the model for its own texts, some ten megabytes."""


class OpenVinoEmbedder(OnnxModelEmbedder):
    """An ONNX model by OpenVINO: in bfloat16 where the processor can, else in 32-bit floats. Safe among
    threads.

    ``threads`` is how many it may use, 0 for as many as the process may use cores. Each computes texts of its own:
    threads that share the work on one layer wait for each other at its end. The packaged model is computed in a graph
    of our own (``bert_graph``), ``as_packaged`` or where that cannot be made in the one in its file.
    """

    batch = 4
    """With so few the vectors of all tokens stay near the processor from one layer to the next."""

    def __init__(self, files: ModelFiles | None = None, threads: int = 0, *, as_packaged: bool = False) -> None:
        self._threads = threads or usable_cores()
        self._streams = min(self._threads, MOST_STREAMS)
        self._as_packaged = as_packaged
        super().__init__(files or packaged_model())

    def _load(self) -> str:
        openvino = _without_telemetry()
        core = openvino.Core()
        precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
        try:
            self._compiled, graph = self._compile(core, precision)
        except RuntimeError as error:
            raise EmbedderUnavailable(f"OpenVINO cannot load {self._files.model}: {error}") from error
        self._names = [port.get_any_name() for port in self._compiled.inputs]
        self._check_inputs()
        # Made once and kept, and their inputs copied: OpenVINO 2026.4 wrote into the memory of requests that were gone.
        self._idle: SimpleQueue[Any] = SimpleQueue()
        for _ in range(self._streams + 1):
            self._idle.put(self._compiled.create_infer_request())
        return f"openvino {openvino.__version__.split('-')[0]}, {precision}, {graph}"

    def _compile(self, core: Any, precision: str) -> tuple[Any, str]:
        """The model, ready to run, and the name of its graph. RuntimeError where OpenVINO cannot."""
        options = self._options(precision)
        model = core.read_model(str(self._files.model))
        if self._files.is_packaged and not self._as_packaged:
            try:
                return core.compile_model(rebuilt(model), "CPU", options), "rebuilt graph"
            except Exception as error:  # noqa: BLE001 - whatever another release of OpenVINO does otherwise
                logger.warning("The packaged model is computed as it is in its file, which is slower: %s", error)
        return core.compile_model(model, "CPU", options), "graph of the file"

    def _options(self, precision: str) -> dict[str, object]:
        return {
            "INFERENCE_PRECISION_HINT": precision,
            # Numbers that go into a product of 8-bit weights are brought to 8 bits too, so many of a token at a time.
            "DYNAMIC_QUANTIZATION_GROUP_SIZE": 128,
            "INFERENCE_NUM_THREADS": self._threads,
            "NUM_STREAMS": self._streams,
            # Pinned, two processes land on the same core.
            "ENABLE_CPU_PINNING": False,
        }

    def _run(self, inputs: Inputs) -> "NDArray[Any]":
        request = self._idle.get()
        try:
            output: NDArray[Any] = request.infer(inputs)[0]  # a copy
            return output
        finally:
            self._idle.put(request)

    def _outputs(self, inputs: Iterable[Inputs]) -> "Iterator[tuple[Inputs, NDArray[Any]]]":
        """In order, while those that follow are computed: one in each stream, and one that waits."""
        running: deque[tuple[Any, Inputs]] = deque()
        try:
            for one in inputs:
                request = self._idle_request(wait=not running)
                if request is None:
                    request, given = running[0]
                    yield given, _output_of(request)
                    running.popleft()
                running.append((request, one))
                request.start_async(self._asked(one))
            while running:
                request, given = running[0]
                yield given, _output_of(request)
                running.popleft()
                self._idle.put(request)
        finally:
            self._give_back(request for request, _ in running)

    def _idle_request(self, *, wait: bool) -> Any | None:
        """Who has one running does not wait for another: two who did would wait for each other."""
        try:
            return self._idle.get(block=wait)
        except Empty:
            return None

    def _give_back(self, requests: Iterable[Any]) -> None:
        for request in requests:
            with suppress(RuntimeError):
                request.wait()
            self._idle.put(request)

    def _input_names(self) -> Iterable[str]:
        return self._names


def usable_cores() -> int:
    """The cores that this process may use, which a container may make fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _output_of(request: Any) -> "NDArray[Any]":
    """Waits for it. RuntimeError where it failed."""
    request.wait()
    output: NDArray[Any] = request.get_output_tensor(0).data
    return output


def _without_telemetry() -> Any:
    # Importing openvino sends a report through this package; where that is missing, openvino uses a silent stub.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino
