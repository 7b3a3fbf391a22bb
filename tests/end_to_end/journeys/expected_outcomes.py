"""What a case says of its end: read, reported or refused, and within which limits."""

from __future__ import annotations

from documents import conf
from tests.end_to_end.journeys.journey import Claim, Claims, Journey

PASSWORD_CODES = {"password-needed", "wrong-password"}

REPORTED = {"no-text", "failed"}
OUTCOMES = {
    "indexed": {"indexed"},
    "stored_reported": REPORTED,
    # What only reading can tell is refused after the door: stored without text, under a code.
    "rejected": {"refused", "failed"},
    "rejected_or_reported": {"refused", *REPORTED},
    "rejected_or_indexed": {"refused", "indexed"},
    "indexed_or_reported": {"indexed", *REPORTED},
    "indexed_or_rejected": {"indexed", "refused"},
    "accepted_or_400": {"indexed", "refused"},
}


def outcome(journey: Journey, value: str) -> Claims:
    allowed = set(OUTCOMES.get(value, ()))
    if value == "stored_reported" and journey.outcome == "indexed":
        sources = set(journey.revision.page_sources or ())
        yield Claim("what is found in a scan was recognized", "OCR" in sources and "text layer" not in sources)
        return
    if value.endswith("_or_reported") and journey.outcome == "indexed" and "indexed" not in allowed:
        yield Claim("what could be read is kept, and what is lacking is said", journey.is_said_to_be_lacking)
        return
    yield Claim(f"{value}: it is {journey.outcome} {journey.code}", journey.outcome in allowed)


def encrypted(journey: Journey, value: bool) -> Claims:  # noqa: FBT001 - the value of a key
    if not value or journey.expect["outcome"] == "indexed":
        yield Claim("no password is asked for", journey.code not in PASSWORD_CODES)
    else:
        yield Claim("a password is asked for", journey.code in PASSWORD_CODES)


def cannot_be_opened(journey: Journey, value: str) -> Claims:
    yield Claim(f"as another reader said ({value}), it is not read as if all were well", journey.is_said_to_be_lacking)


def accepted_without_500(journey: Journey, value: bool) -> Claims:  # noqa: FBT001 - the value of a key
    yield Claim("the upload page answers", journey.arrival.status < 500)
    with journey.at_work():
        second = journey.door.upload_api(_name(journey), journey.content)
    yield Claim("the API finds the same document", (second.status, second.document) == (200, journey.document))


def _name(journey: Journey) -> str:
    return str(journey.case.get("upload_as") or journey.case["file"])


def seconds(journey: Journey, value: int) -> Claims:
    yield Claim(f"reading ends within the limit of {value} s", conf.extract_limits().seconds == value)
    yield Claim("and has ended", journey.outcome in {"refused", "indexed", *REPORTED})


def memory(journey: Journey, value: int) -> Claims:
    yield Claim(f"the limit is {value} MB", conf.extract_limits().memory_bytes == value * 2**20)
    yield Claim(f"{journey.peak_bytes / 2**20:.0f} MB were used", journey.peak_bytes <= value * 2**20)
