/** Every code of a diagnostic.warning, and of the warnings of a job: how much it matters and what it tells. Codes are never reused. */
export const diagnostics = {
  // What was made of what an engine or a script printed
  UNKNOWN_ENGINE_PROFILE: {
    severity: 'warning',
    meaning: 'This build cannot read the engine of the run: all it says stays raw.',
  },
  LOW_CONFIDENCE_PARSE: { severity: 'warning', meaning: 'The parser of this engine is not sure of what it reads.' },
  UNPARSED_CONTENT_FELL_BACK_TO_RAW: {
    severity: 'warning',
    meaning: 'Lines that ought to have been understood were not, and stay raw.',
  },
  GEMINI_STREAM_JSON_FALLBACK_USED: { severity: 'warning', meaning: 'Gemini answered with one document instead of a stream.' },
  GEMINI_STDOUT_NOISE: { severity: 'warning', meaning: 'Gemini printed something else around its answer.' },
  IFLOW_CHANNEL_DRIFT_OBSERVED: {
    severity: 'warning',
    meaning: 'iFlow printed its answer and its closing words on other streams.',
  },
  RAW_DUPLICATE_SUPPRESSED: { severity: 'info', meaning: 'Raw lines repeat a message and are not shown again; RASP has them.' },
  LINE_TOO_LONG: { severity: 'warning', meaning: 'A line is shown by its beginning; the log file has it whole.' },
  ENGINE_ERROR_REPORTED: { severity: 'warning', meaning: 'The engine told of an error that was not its end, such as a retry.' },

  // Surroundings of the run
  SANDBOX_NOT_IN_FORCE: { severity: 'warning', meaning: 'The run had no sandbox.' },
  AUDIT_CHANGED: { severity: 'warning', meaning: 'Without a sandbox, something else wrote to files of the server.' },
  AUDIT_INCOMPLETE: { severity: 'warning', meaning: 'Something that is kept of every attempt could not be kept of this one.' },
  NETWORK_ALLOWLIST_NOT_APPLIED: { severity: 'warning', meaning: 'Some of what the skill says about the network had no effect.' },
  NETWORK_REFUSED: { severity: 'warning', meaning: 'The run tried to reach a host that it may not reach.' },
  CREDENTIALS_NOT_TAKEN_BACK: { severity: 'warning', meaning: 'The run changed its sign-in in a way that is no refresh.' },
  SECRET_MASKED: { severity: 'warning', meaning: 'Files of the run held a secret, which was covered or taken away.' },

  // Whether it is done
  DONE_MARKER_MISSING: { severity: 'info', meaning: 'An unattended run ended without the done marker; its output counts.' },
  MULTIPLE_DONE_MARKERS_IGNORED: { severity: 'info', meaning: 'The done marker was said more than once; the first counts.' },
  DONE_MARKER_PROCESS_FAILURE_CONFLICT: {
    severity: 'warning',
    meaning: 'The engine said that it was done, and failed: the failure counts.',
  },
  INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER: {
    severity: 'warning',
    meaning: 'A conversation ended without the done marker, because its last message was a valid result.',
  },
  QUESTION_NOT_UNDERSTOOD: {
    severity: 'warning',
    meaning: 'The form of a question could not be read, so it is asked as free text.',
  },

  // Its output
  OUTPUT_SCHEMA_RELAXED: {
    severity: 'info',
    meaning: 'The engine was given a simpler output schema; the original was validated.',
  },
  OUTPUT_SCHEMA_NOT_NATIVE: { severity: 'info', meaning: 'The engine was told the output schema in words only.' },
  OUTPUT_EXTRACTED: { severity: 'warning', meaning: 'The output was taken out of a longer text.' },
  OUTPUT_SYNTAX_MENDED: { severity: 'warning', meaning: 'The JSON syntax of the output was mended.' },
  OUTPUT_NORMALIZED: { severity: 'warning', meaning: 'The normalizer of the skill made the output fit.' },
  OUTPUT_FROM_FALLBACK: { severity: 'warning', meaning: 'The output comes from the fallback of the skill.' },
  OUTPUT_REPAIR_ASKED: { severity: 'warning', meaning: 'The engine was shown what is wrong with its output, and asked again.' },
  OUTPUT_REPAIRED: { severity: 'warning', meaning: 'The server made the output fit, and its meaning may have shifted.' },

  // Its files
  ARTIFACT_MOVED: { severity: 'warning', meaning: 'A file that the output names was moved to where artifacts belong.' },
  ARTIFACT_PATH_UNRESOLVED: { severity: 'warning', meaning: 'The output names a file that is not there or cannot be taken.' },
  ARTIFACT_SKIPPED: { severity: 'warning', meaning: 'Something among the artifacts is not listed.' },
  ARTIFACTS_NOT_INDEXED: { severity: 'warning', meaning: 'The artifacts of a run that was ended could not be listed.' },
  ARTIFACTS_NOT_TOLD: { severity: 'warning', meaning: 'More files changed than there are events for; fs-diff has them all.' },
} as const satisfies Readonly<Record<string, { readonly severity: 'info' | 'warning' | 'error'; readonly meaning: string }>>

export type DiagnosticCode = keyof typeof diagnostics
