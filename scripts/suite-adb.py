"""Runs the tests of a test_device.py one by one and writes what became of each as a line of JSON.

Started by suite-adb.ts:  suite-adb.py TEST_DEVICE_PY MODULE_FOLDER RESULTS_FILE SECONDS_PER_TEST EXCEPTIONS
EXCEPTIONS is a JSON list of {"test": regular expression, "reason": why such tests are not run}.
"""

import importlib.util
import json
import os
import re
import signal
import socket
import sys
import time
import unittest

AOSP_SERVER_PORT = 5037
ATTEMPTS = 2


class TooLong(BaseException):
    """No Exception: a test that catches everything must not catch this."""


def use_own_server():
    """Some of AOSP's tests speak to an adb server on its usual port themselves; ours has another."""
    own_port = int(os.environ["ANDROID_ADB_SERVER_PORT"])
    connect = socket.create_connection

    def create_connection(address, *args, **kwargs):
        host, port = address
        if port == AOSP_SERVER_PORT:
            address = ("127.0.0.1", own_port)
        return connect(address, *args, **kwargs)

    socket.create_connection = create_connection


def tests_in(suite):
    for entry in suite:
        if isinstance(entry, unittest.TestSuite):
            yield from tests_in(entry)
        else:
            yield entry


def why_not(name, exceptions):
    return next((one["reason"] for one in exceptions if re.search(one["test"], name)), "")


def problem_in(traceback):
    """The line that names the error; what unittest shows of a difference follows it."""
    lines = [line.strip() for line in traceback.strip().splitlines() if line.strip()]
    named = [line for line in lines if re.match(r"[\w.]*(Error|Exception|Expired)\b", line)]
    return (named or lines or [""])[-1]


def outcome_of(test, seconds):
    def give_up(_signal, _frame):
        raise TooLong()

    result = unittest.TestResult()
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        test.run(result)
    except TooLong:
        return "failed", "it did not end within %d s" % seconds, ""
    finally:
        signal.alarm(0)
    if result.skipped:
        return "skipped", result.skipped[0][1], ""
    trouble = result.failures + result.errors
    if trouble:
        return "failed", problem_in(trouble[0][1]), trouble[0][1]
    return "passed", "", ""


def main():
    test_file, module_folder, results_file, seconds = sys.argv[1:5]
    exceptions = json.loads(sys.argv[5])
    sys.path.insert(0, module_folder)
    use_own_server()
    spec = importlib.util.spec_from_file_location("test_device", test_file)
    module = importlib.util.module_from_spec(spec)
    sys.modules["test_device"] = module
    spec.loader.exec_module(module)
    only = os.environ.get("ONLY", "")
    with open(results_file, "w", encoding="utf-8") as results:
        for test in tests_in(unittest.TestLoader().loadTestsFromModule(module)):
            name = test.id().split(".", 1)[1]
            if only not in name:
                continue
            started = time.time()
            attempts = 0
            first_reason = ""
            outcome, reason, details = "skipped", why_not(name, exceptions), ""
            # Some of the tests depend on the clock of a machine that does nothing else.
            while not (reason and outcome == "skipped") and outcome != "passed" and attempts < ATTEMPTS:
                attempts += 1
                outcome, reason, details = outcome_of(test, int(seconds))
                if attempts == 1:
                    first_reason = reason
            line = {
                "name": name,
                "attempts": attempts,
                "outcome": outcome,
                "reason": reason,
                "firstReason": first_reason,
                "details": details,
                "seconds": round(time.time() - started, 1),
            }
            results.write(json.dumps(line) + "\n")
            results.flush()
    # Threads of a test that was given up would keep Python alive.
    sys.stdout.flush()
    os._exit(0)


main()
