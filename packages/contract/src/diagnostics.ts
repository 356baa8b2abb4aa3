/** Every code of a diagnostic.warning and of the warnings of a job, with its severity and meaning. Codes are never reused. */
export const diagnostics = {
  // The request
  REQUEST_NAME_IGNORED: {
    severity: 'warning',
    meaning: 'The request has a member or a query name that is unknown here; it was ignored. Only in responses, never an event.',
  },

  // Output of an engine or script
  UNKNOWN_ENGINE_PROFILE: {
    severity: 'warning',
    meaning: 'This version has no parser for the engine of the run: all its output stays raw.',
  },
  LOW_CONFIDENCE_PARSE: { severity: 'warning', meaning: 'The parser has low confidence in what it read from this engine.' },
  UNPARSED_CONTENT_FELL_BACK_TO_RAW: {
    severity: 'warning',
    meaning: 'The parser could not read some lines; they stay raw.',
  },
  GEMINI_STREAM_JSON_FALLBACK_USED: { severity: 'warning', meaning: 'Gemini printed one document instead of a stream.' },
  GEMINI_STDOUT_NOISE: { severity: 'warning', meaning: 'Gemini printed other text around its answer.' },
  IFLOW_CHANNEL_DRIFT_OBSERVED: {
    severity: 'warning',
    meaning: 'iFlow swapped the streams of its answer and its session block.',
  },
  RAW_DUPLICATE_SUPPRESSED: { severity: 'info', meaning: 'Raw lines repeat a message and are left out; RASP contains them.' },
  LINE_TOO_LONG: { severity: 'warning', meaning: 'Only the beginning of a line is shown; the log file contains all of it.' },
  ENGINE_ERROR_REPORTED: { severity: 'warning', meaning: 'The engine reported an error that did not end it, such as a retry.' },

  // Model and settings of the engine
  MODEL_REPLACED: {
    severity: 'warning',
    meaning: 'The engine does not list the model that the skill recommends; its default model is used.',
  },
  MODEL_DEPRECATED: { severity: 'warning', meaning: 'The model is retired or about to be; it is passed on to the engine.' },
  MODEL_NOT_LISTED: {
    severity: 'warning',
    meaning: 'The engine does not list the model; SKILL_RUNNER_UNKNOWN_MODELS=pass passes it on.',
  },
  RECORDING_PLAYED: {
    severity: 'warning',
    meaning: 'No engine was named and none is ready that could ask a model: a recording that the skill ships is played.',
  },
  SKILL_SETTINGS_IGNORED: {
    severity: 'warning',
    meaning: 'The skill sets engine settings that only the operator may set; they have no effect.',
  },

  ENGINE_FAILED_OVER: {
    severity: 'warning',
    meaning: 'An engine could not reach its provider, so the next engine of the job was started.',
  },
  BUDGET_NOT_REPORTED: {
    severity: 'warning',
    meaning: 'The engine ended without telling what a budget is counted in, so the budget could not be checked for that turn.',
  },

  // Environment of the run
  LIMIT_CAPPED: {
    severity: 'warning',
    meaning: 'The skill wishes for more than the server allows; it got what the server allows.',
  },
  ENV_NOT_PASSED: { severity: 'warning', meaning: 'The skill needs an environment variable that it did not get.' },
  SANDBOX_NOT_IN_FORCE: { severity: 'warning', meaning: 'The run had no sandbox.' },
  AUDIT_CHANGED: { severity: 'warning', meaning: 'The run had no sandbox, and files of the server were changed during it.' },
  AUDIT_INCOMPLETE: { severity: 'warning', meaning: 'A part of the audit of this attempt could not be written.' },
  NETWORK_ALLOWLIST_NOT_APPLIED: { severity: 'warning', meaning: 'Some network settings of the skill had no effect.' },
  NETWORK_REFUSED: { severity: 'warning', meaning: 'The run tried to reach a host that is not allowed.' },
  CREDENTIALS_NOT_TAKEN_BACK: {
    severity: 'warning',
    meaning: 'The run changed its sign-in other than by a token refresh; the change was discarded.',
  },
  SECRET_MASKED: { severity: 'warning', meaning: 'Files of the run contained a secret, which was masked or removed.' },

  // Completion
  DONE_MARKER_MISSING: { severity: 'info', meaning: 'An unattended run ended without the done marker; its output is used.' },
  MULTIPLE_DONE_MARKERS_IGNORED: { severity: 'info', meaning: 'The done marker occurred more than once; the first counts.' },
  DONE_MARKER_PROCESS_FAILURE_CONFLICT: {
    severity: 'warning',
    meaning: 'The engine sent the done marker and then failed; the failure counts.',
  },
  INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER: {
    severity: 'warning',
    meaning: 'A conversation ended without the done marker, because its last turn left a valid result.',
  },
  QUESTION_NOT_UNDERSTOOD: {
    severity: 'warning',
    meaning: 'The block of a question is invalid, so it is asked as free text.',
  },

  // Output and schema
  OUTPUT_SCHEMA_RELAXED: {
    severity: 'info',
    meaning: 'The engine received a simplified output schema; the result is validated against the original.',
  },
  OUTPUT_SCHEMA_NOT_NATIVE: { severity: 'info', meaning: 'The engine received the output schema in words only.' },
  OUTPUT_EXTRACTED: { severity: 'warning', meaning: 'The output was extracted from a longer text.' },
  OUTPUT_SYNTAX_MENDED: { severity: 'warning', meaning: 'The JSON syntax of the output was repaired.' },
  OUTPUT_KEYS_REPEATED: {
    severity: 'warning',
    meaning: 'The output names a key of an object more than once; the last one counts.',
  },
  OUTPUT_CHARACTERS_REPLACED: {
    severity: 'warning',
    meaning: 'The output contains U+FFFD, which stands for bytes that were not UTF-8.',
  },
  OUTPUT_NORMALIZED: { severity: 'warning', meaning: 'The output comes from the normalizer of the skill.' },
  OUTPUT_FROM_FALLBACK: { severity: 'warning', meaning: 'The output comes from the fallback of the skill.' },
  OUTPUT_REPAIR_ASKED: { severity: 'warning', meaning: 'The engine was asked to correct its output.' },
  OUTPUT_REPAIRED: { severity: 'warning', meaning: 'The output was repaired to match the schema; its meaning may have changed.' },

  // Files
  ARTIFACT_MOVED: { severity: 'warning', meaning: 'A file that the output names was moved to the artifacts folder.' },
  ARTIFACT_PATH_UNRESOLVED: { severity: 'warning', meaning: 'The output names a file that does not exist or cannot be used.' },
  ARTIFACT_SKIPPED: { severity: 'warning', meaning: 'Some entries in the artifacts folder are not listed.' },
  ARTIFACTS_NOT_INDEXED: { severity: 'warning', meaning: 'The artifacts of a stopped run could not be listed.' },
  ARTIFACTS_NOT_TOLD: {
    severity: 'warning',
    meaning: 'More files changed than are reported as events; fs-diff lists all of them.',
  },
} as const satisfies Readonly<Record<string, { readonly severity: 'info' | 'warning' | 'error'; readonly meaning: string }>>

export type DiagnosticCode = keyof typeof diagnostics
