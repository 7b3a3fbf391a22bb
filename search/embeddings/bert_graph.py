"""The graph of a BERT-like ONNX model, built anew from its weights so that OpenVINO computes it with its fast kernels.

An exporter writes out what a processor computes best in one piece: three products for query, key and value, a mask
that is looked up for each pair of tokens, a test for numbers that are none. The same weights in a plain graph, 8-bit
ones row by row for each output, give the same vectors within rounding, for less work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINEARS = 6
"""Of a layer: query, key, value, what they give, up, down."""

NORMS = 2
"""Of a layer; one more stands before the first."""

MASKED = 30_000.0
"""What is taken from the score of a token that is padding: its weight is then 0 in any number format."""


class UnknownGraph(Exception):  # noqa: N818 - it names what was found
    """The model is not laid out as this module reads it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Weights as they are stored: `values` in 8 bits with a scale for each row, or in 32 bits with none."""

    values: NDArray[Any]
    scales: NDArray[Any] | None = None

    @property
    def transposed(self) -> Table:
        return Table(self.values.T, None if self.scales is None else self.scales.T)

    def real(self) -> NDArray[Any]:
        import numpy as np

        return self.values.astype(np.float32) * (1 if self.scales is None else self.scales)


@dataclass(frozen=True, slots=True)
class Linear:
    """`weights` has a row for each output."""

    weights: Table
    bias: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Norm:
    scale: NDArray[Any]
    bias: NDArray[Any]
    epsilon: float


@dataclass(frozen=True, slots=True)
class Weights:
    """What a model of this kind is made of; `linears` and `norms` in the order in which they are computed."""

    words: Table
    places: NDArray[Any]
    linears: Sequence[Linear]
    norms: Sequence[Norm]
    heads: int

    @property
    def layers(self) -> int:
        return len(self.linears) // LINEARS


def rebuilt(model: Any) -> Any:
    """An ``openvino.Model`` with the same inputs, less the kinds of tokens, and the same output. ``UnknownGraph``."""
    return _Builder(read_weights(model)).model()


# --- reading ----------------------------------------------------------------------------------------------------------


def read_weights(model: Any) -> Weights:
    """Of an ``openvino.Model``; ``UnknownGraph`` for anything but a plain BERT that makes a vector of each token."""
    nodes = model.get_ordered_ops()
    words, places, kinds = _tables(nodes)
    weights = Weights(
        words=words,
        places=places.real() + kinds.real()[0],
        linears=[_linear(node) for node in nodes if _is_linear(node)],
        norms=[_norm(node) for node in nodes if node.get_type_name() == "MVN"],
        heads=_heads(nodes),
    )
    _check(weights, nodes)
    return weights


def _tables(nodes: Sequence[Any]) -> tuple[Table, Table, Table]:
    """Of words, places and kinds of tokens: what is looked up by a row's number, the largest being that of words."""
    found = [_table(_source(node, 0)) for node in nodes if node.get_type_name() == "Gather" and _gives_vectors(node)]
    by_rows = sorted(found, key=lambda table: -len(table.values))
    if len(by_rows) != 3:
        raise UnknownGraph(f"{len(by_rows)} tables of vectors, not 3")
    return by_rows[0], by_rows[1], by_rows[2]


def _gives_vectors(node: Any) -> bool:
    return bool(node.get_output_partial_shape(0).rank.get_length() == 3)


def _is_linear(node: Any) -> bool:
    """A product with weights; those of attention are of two things that are computed."""
    return node.get_type_name() == "MatMul" and _gives_vectors(node)


def _linear(node: Any) -> Linear:
    table = _table(_source(node, 1))
    if not node.get_attributes()["transpose_b"]:
        table = table.transposed
    return Linear(table, _constant_of(_only_user(node)).reshape(-1))


def _norm(node: Any) -> Norm:
    """A node that brings to mean 0 and spread 1, and the product and the sum behind it."""
    product = _only_user(node)
    attributes = node.get_attributes()
    if attributes["eps_mode"].lower() != "inside_sqrt":
        raise UnknownGraph(f"a norm with {attributes['eps_mode']}")
    scale, bias = _constant_of(product), _constant_of(_only_user(product))
    return Norm(scale.reshape(-1), bias.reshape(-1), float(attributes["eps"]))


def _heads(nodes: Sequence[Any]) -> int:
    """From the first product of attention, whose sides are `[texts, heads, tokens, numbers of a head]`."""
    shapes = [node.input_value(0).get_partial_shape() for node in nodes if node.get_type_name() == "MatMul"]
    of_heads = [shape[3].get_length() for shape in shapes if shape.rank.get_length() == 4 and shape[3].is_static]
    if not of_heads:
        raise UnknownGraph("no attention")
    width = next(node for node in nodes if node.get_type_name() == "MVN").get_output_partial_shape(0)[2].get_length()
    return int(width) // int(of_heads[0])


def _table(node: Any) -> Table:
    """A constant, or one of 8 bits that is brought to real numbers by a factor for each row or column."""
    kind = node.get_type_name()
    if kind == "Constant":
        return Table(node.data)
    if kind == "Multiply" and _source(node, 0).get_type_name() == "Convert":
        stored = _source(_source(node, 0), 0)
        if stored.get_type_name() == "Constant" and stored.get_output_element_type(0).get_type_name() == "i8":
            return Table(stored.data, _source(node, 1).data)
    raise UnknownGraph(f"weights behind {kind}")


def _constant_of(node: Any) -> NDArray[Any]:
    """The constant side of a sum or a product."""
    sources = [_source(node, side) for side in (0, 1)]
    found = [one.data for one in sources if one.get_type_name() == "Constant"]
    if len(found) != 1:
        raise UnknownGraph(f"{node.get_type_name()} without one constant")
    constant: NDArray[Any] = found[0]
    return constant


def _only_user(node: Any) -> Any:
    users = [port.get_node() for port in node.output(0).get_target_inputs()]
    if len(users) != 1 or users[0].get_type_name() not in ("Add", "Multiply"):
        raise UnknownGraph(f"{node.get_friendly_name()} is not followed by one sum or product")
    return users[0]


def _source(node: Any, side: int) -> Any:
    return node.input_value(side).get_node()


def _check(weights: Weights, nodes: Sequence[Any]) -> None:
    width, layers = weights.words.values.shape[1], weights.layers
    inner = weights.linears[4].bias.size if layers else 0
    shapes = [(width, width)] * 4 + [(inner, width), (width, inner)]
    if (
        [one.weights.values.shape for one in weights.linears] != shapes * layers
        or [one.bias.size for one in weights.linears] != [rows for rows, _ in shapes] * layers
        or [one.scale.size for one in weights.norms] != [width] * (NORMS * layers + 1)
        or weights.places.shape[1:] != (width,)
        or sum(node.get_type_name() == "Erf" for node in nodes) != layers
    ):
        raise UnknownGraph("its layers are not those of BERT")


# --- building ---------------------------------------------------------------------------------------------------------


class _Builder:
    def __init__(self, weights: Weights) -> None:
        from openvino import opset13

        self._op = opset13
        self._weights = weights
        self._width = weights.words.values.shape[1]

    def model(self) -> Any:
        import openvino

        ids, mask = self._input("input_ids"), self._input("attention_mask")
        states, ignored = self._embedded(ids), self._ignored(mask)
        for layer in range(self._weights.layers):
            states = self._layer(layer, states, ignored)
        return openvino.Model([self._op.result(states)], [ids, mask], "rebuilt")

    def _input(self, name: str) -> Any:
        import numpy as np

        port = self._op.parameter([-1, -1], np.int64, name)
        port.output(0).get_tensor().set_names({name})
        return port

    def _embedded(self, ids: Any) -> Any:
        op, whole = self._op, self._whole
        tokens = op.gather(op.shape_of(ids), whole([1]), whole(0))
        places = op.slice(self._real(self._weights.places), whole([0]), tokens, whole([1]), whole([0]))
        words = op.gather(self._table(self._weights.words), ids, whole(0))
        return self._normed(op.add(words, op.unsqueeze(places, whole([0]))), self._weights.norms[0])

    def _ignored(self, mask: Any) -> Any:
        """Added to scores: 0 for a token of the text, far below all others for padding."""
        import numpy as np

        op = self._op
        below = op.multiply(op.subtract(op.convert(mask, np.float32), self._real(1.0)), self._real(MASKED))
        return op.unsqueeze(below, self._whole([1, 2]))

    def _layer(self, layer: int, states: Any, ignored: Any) -> Any:
        op, first = self._op, layer * LINEARS
        query, key, value, given, up, down = self._weights.linears[first : first + LINEARS]
        norms = self._weights.norms[1 + layer * NORMS :]
        seen = self._linear(self._attention(states, ignored, (query, key, value)), given)
        states = self._normed(op.add(seen, states), norms[0])
        inner = op.gelu(self._linear(states, up), "erf")
        return self._normed(op.add(self._linear(inner, down), states), norms[1])

    def _attention(self, states: Any, ignored: Any, linears: Sequence[Linear]) -> Any:
        op, whole, width = self._op, self._whole, self._width
        per_head = width // self._weights.heads
        all_three = self._linear(states, _joined(linears))
        query, key, value = map(self._by_head, op.variadic_split(all_three, whole(2), whole([width] * 3)).outputs())
        scores = op.matmul(op.multiply(query, self._real(per_head**-0.5)), key, False, True)
        seen = op.matmul(op.softmax(op.add(scores, ignored), 3), value, False, False)
        return op.reshape(op.transpose(seen, whole([0, 2, 1, 3])), whole([0, 0, width]), True)

    def _by_head(self, states: Any) -> Any:
        heads = self._weights.heads
        split = self._op.reshape(states, self._whole([0, 0, heads, self._width // heads]), True)
        return self._op.transpose(split, self._whole([0, 2, 1, 3]))

    def _linear(self, states: Any, linear: Linear) -> Any:
        product = self._op.matmul(states, self._table(linear.weights), False, True)
        return self._op.add(product, self._real(linear.bias.reshape(1, 1, -1)))

    def _normed(self, states: Any, norm: Norm) -> Any:
        op = self._op
        even = op.mvn(states, self._whole([2]), True, norm.epsilon, "inside_sqrt")
        return op.add(
            op.multiply(even, self._real(norm.scale.reshape(1, 1, -1))), self._real(norm.bias.reshape(1, 1, -1))
        )

    def _table(self, table: Table) -> Any:
        import numpy as np

        if table.scales is None:
            return self._real(table.values)
        stored = self._op.constant(np.ascontiguousarray(table.values))
        return self._op.multiply(self._op.convert(stored, np.float32), self._real(table.scales))

    def _real(self, values: Any) -> Any:
        import numpy as np

        return self._op.constant(np.ascontiguousarray(values, dtype=np.float32))

    def _whole(self, values: int | list[int]) -> Any:
        import numpy as np

        return self._op.constant(np.array(values, dtype=np.int64))


def _joined(linears: Sequence[Linear]) -> Linear:
    """One that gives what they give, side by side."""
    import numpy as np

    scales = [one.weights.scales for one in linears]
    known = [one for one in scales if one is not None]
    if known and len(known) != len(scales):
        raise UnknownGraph("weights of one layer in 8 bits and in 32")
    values = np.concatenate([one.weights.values for one in linears])
    table = Table(values, np.concatenate(known) if known else None)
    return Linear(table, np.concatenate([one.bias for one in linears]))
