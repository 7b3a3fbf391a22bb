"""The usual engine: OpenVINO."""

import os
import sys
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from search.embeddings.contract import EmbedderUnavailable
from search.embeddings.model_files import ModelFiles, packaged_model
from search.embeddings.onnx_model import OnnxModelEmbedder

if TYPE_CHECKING:
    from numpy.typing import NDArray


class OpenVinoEmbedder(OnnxModelEmbedder):
    """An ONNX model by OpenVINO: in bfloat16 where the processor can, else in 32-bit floats. Safe among
    threads.

    ``threads`` is how many it may use, 0 for as many as the process may use cores.
    """

    def __init__(self, files: ModelFiles | None = None, threads: int = 0) -> None:
        self._threads = threads or usable_cores()
        self._one_at_a_time = threading.Lock()
        super().__init__(files or packaged_model())

    def _load(self) -> str:
        openvino = _without_telemetry()
        core = openvino.Core()
        precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
        try:
            compiled = core.compile_model(str(self._files.model), "CPU", self._options(precision))
        except RuntimeError as error:
            raise EmbedderUnavailable(f"OpenVINO cannot load {self._files.model}: {error}") from error
        self._names = [port.get_any_name() for port in compiled.inputs]
        self._request: Any = compiled.create_infer_request()
        self._check_inputs()
        return f"openvino {openvino.__version__.split('-')[0]}, {precision}"

    def _options(self, precision: str) -> dict[str, object]:
        return {
            "INFERENCE_PRECISION_HINT": precision,
            "DYNAMIC_QUANTIZATION_GROUP_SIZE": 128,
            "INFERENCE_NUM_THREADS": self._threads,
            "NUM_STREAMS": 1,
            # Pinned, two processes land on the same core.
            "ENABLE_CPU_PINNING": False,
        }

    def _run(self, inputs: "dict[str, NDArray[Any]]") -> "NDArray[Any]":
        with self._one_at_a_time:
            output: NDArray[Any] = self._request.infer(inputs)[0].copy()
            return output

    def _input_names(self) -> Iterable[str]:
        return self._names


def usable_cores() -> int:
    """The cores that this process may use, which a container may make fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _without_telemetry() -> Any:
    # Importing openvino sends a report through this package; where that is missing, openvino uses a silent stub.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino
