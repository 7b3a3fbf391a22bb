"""The engine that is always there, since chromadb brings it: onnxruntime."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from search.embeddings.contract import EmbedderUnavailable
from search.embeddings.model_files import ModelFiles, packaged_model
from search.embeddings.onnx_model import OnnxModelEmbedder
from search.embeddings.openvino_engine import usable_cores

if TYPE_CHECKING:
    from numpy.typing import NDArray


class OnnxEmbedder(OnnxModelEmbedder):
    """An ONNX model by onnxruntime on the processor, in 32-bit floats. Safe among threads."""

    def __init__(self, files: ModelFiles | None = None, threads: int = 0) -> None:
        self._threads = threads or usable_cores()
        super().__init__(files or packaged_model())

    def _load(self) -> str:
        import onnxruntime

        self._session = inference_session(self._files, self._threads)
        self._check_inputs()
        return f"onnxruntime {onnxruntime.__version__}, f32"

    def _run(self, inputs: "dict[str, NDArray[Any]]") -> "NDArray[Any]":
        output: NDArray[Any] = self._session.run(None, inputs)[0]
        return output

    def _input_names(self) -> Iterable[str]:
        return [port.name for port in self._session.get_inputs()]


def inference_session(files: ModelFiles, threads: int) -> Any:
    """The model of ``files``, ready to run in 32-bit floats; ``EmbedderUnavailable`` if it cannot be loaded."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(files.model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its failures have no common class of their own
        raise EmbedderUnavailable(f"onnxruntime cannot load {files.model}: {error}") from error
