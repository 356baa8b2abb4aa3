/** Every error code, with its HTTP status and a message that says what happened and what to do. Codes are never reused. */
export const errors = {
  // Mistakes of the caller
  INVALID_REQUEST: { status: 400, message: 'The request is invalid for this route. See details, and /docs for the parameters.' },
  INVALID_JSON: { status: 400, message: 'The body is not valid JSON. Send UTF-8 JSON with Content-Type: application/json.' },
  INVALID_RUNTIME_OPTION: {
    status: 400,
    message: 'runtime_options has an unknown name, a wrong type, or a value that this server does not allow. See details.',
  },
  INPUT_INVALID: { status: 400, message: 'input or parameter does not match the schemas of the skill. See details.' },
  NOT_INTERACTIVE: {
    status: 400,
    message: 'This job runs unattended and asks no questions. Create it with runtime_options.execution_mode interactive.',
  },
  REPLY_INVALID: {
    status: 400,
    message: 'The reply does not match the question, which is still open. See details, and interaction/pending for the question.',
  },
  INPUT_FILE_MISSING: { status: 400, message: 'Required files are missing. See details, and upload them.' },
  UPLOAD_INVALID: {
    status: 400,
    message: 'Upload rejected; nothing was stored. See details, correct the files and send them again.',
  },
  SKILL_ENGINE_UNSUPPORTED: {
    status: 400,
    message: 'The skill does not support this engine. See details for the engines it supports.',
  },
  MODEL_UNKNOWN: {
    status: 400,
    message:
      'The engine has no such model for this skill. Choose one of details.nearest or details.models; SKILL_RUNNER_UNKNOWN_MODELS=pass on the server passes on any name.',
  },
  ENGINE_CONFIG_INVALID: {
    status: 400,
    message: 'The engine settings are invalid. See details for the layer (operator, skill or request), the names and the reason.',
  },
  SKILL_EXECUTION_MODE_UNSUPPORTED: {
    status: 400,
    message: 'The skill does not support this execution mode. Set runtime_options.execution_mode to one of its modes in details.',
  },
  ENGINE_NOT_INSTALLABLE: {
    status: 400,
    message: 'This engine has no npm package to install. See details for the engines that have one.',
  },
  PATH_INVALID: { status: 400, message: 'The path is outside the run folder, or is not a readable file.' },
  PACKAGE_INVALID: {
    status: 400,
    message: 'The skill package is invalid; nothing was stored. See details for every problem.',
  },
  WEBHOOK_INVALID: {
    status: 400,
    message:
      'The webhook is invalid: its URL, its secret_ref or its address. See details; SKILL_RUNNER_WEBHOOK_ALLOW allows private hosts.',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'The token is missing or invalid. Send Authorization: Bearer <token>, or the token as the password of HTTP Basic.',
  },
  FORBIDDEN: { status: 403, message: 'The token lacks the scope that this route needs. See details.' },
  HOST_NOT_ALLOWED: {
    status: 403,
    message: 'The Host header names an unknown host. If it is yours, add it to SKILL_RUNNER_ALLOWED_HOSTS.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'Web pages of this origin may not call this server. If the origin is yours, add it to SKILL_RUNNER_CORS_ORIGINS.',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is no such route. /docs lists all routes.' },
  SKILL_NOT_FOUND: { status: 404, message: 'No skill with this id is installed. GET /v1/skills lists the installed skills.' },
  ENGINE_NOT_FOUND: { status: 404, message: 'There is no engine with this name. GET /v1/engines lists the engines.' },
  JOB_NOT_FOUND: { status: 404, message: 'There is no job with this id.' },
  ATTEMPT_NOT_FOUND: { status: 404, message: 'The run has no such attempt yet. See details for the latest one.' },
  ARTIFACT_NOT_FOUND: { status: 404, message: 'The run has no such artifact.' },
  FILE_NOT_FOUND: { status: 404, message: 'The run has no such file.' },
  PACKAGE_NOT_FOUND: { status: 404, message: 'There is no installation with this id.' },
  SKILL_VERSION_NOT_FOUND: {
    status: 404,
    message: 'The archive has no such version of this skill. GET /v1/skills/{skill_id}/versions lists the versions.',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This route does not support the method. See the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive completely in time. Send it again.' },
  RESULT_NOT_READY: { status: 409, message: 'The job has not finished yet. Follow /events, or retry with ?wait=N.' },
  ALREADY_STARTED: {
    status: 409,
    message: 'The job has already started or ended and accepts no more files. Create a new job with await_upload: true.',
  },
  ENGINE_INSTALL_BUSY: {
    status: 409,
    message: 'Another engine installation is running, and only one can run at a time. Retry when it has finished.',
  },
  ENGINE_NOTHING_BEFORE: {
    status: 409,
    message: 'There is no previous version of this engine to return to, or it was deleted.',
  },
  NOT_WAITING: { status: 409, message: 'The run is not waiting for a reply. See details for its state.' },
  STALE_INTERACTION: {
    status: 409,
    message:
      'The run is waiting for a reply to another question. See details for its id, and interaction/pending for the question.',
  },
  SKILL_VERSION_NOT_GREATER: {
    status: 409,
    message:
      'An equal or greater version is installed. Increase the version of the skill, or install it with force (?force=1, --force).',
  },
  SKILL_BUILT_IN: { status: 409, message: 'The skill is built in and cannot be removed.' },
  TEMP_PACKAGE_GONE: {
    status: 409,
    message:
      'The package of this temporary run was deleted, so it cannot run again. Create a new run and upload the package again.',
  },
  SKILL_DEGRADED: { status: 409, message: 'The skill is installed but invalid, and cannot run until it is fixed. See details.' },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  ROUTE_GONE: { status: 410, message: 'This route was removed. Use the route in the Link header instead.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large for this route. See details for the limit.' },
  UPLOAD_TOO_LARGE: {
    status: 413,
    message: 'Upload rejected because it is too large; nothing was stored. See details for the limit.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'This route does not accept the content type. See /docs for the accepted types.',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The range begins after the end of the file. See details for its size.' },
  QUEUE_FULL: { status: 429, message: 'The queue is full. Retry after the time in Retry-After.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Retry after the time in Retry-After.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The request line and headers are larger than 16 KiB. Send fewer or shorter headers.',
  },

  // How a run can fail
  SCRIPT_FAILED: {
    status: 500,
    message: 'The script of the skill failed. See details for its exit code and the end of stderr.',
  },
  ENGINE_FAILED: {
    status: 502,
    message: 'The engine failed. See details for its exit code, its reason and the end of stderr.',
  },
  AUTH_REQUIRED: {
    status: 502,
    message:
      'The engine is not signed in, or its provider rejected the sign-in. On the server run `skill-runner engine login <engine>`, copy your own sign-in with `skill-runner engine import <engine>`, or set its API key (docs/engines.md), and run the job again.',
  },
  RATE_LIMITED: {
    status: 502,
    message: 'A rate limit or quota of the model provider is exhausted. See details; wait, or use another engine or model.',
  },
  MODEL_UNAVAILABLE: {
    status: 502,
    message:
      'The model or its provider is unreachable, overloaded, or not available for this account. See details; retry, or choose another model.',
  },
  TIMEOUT: { status: 504, message: 'The run exceeded its time limit and was stopped. Its output so far is kept.' },
  ENGINE_SILENT: { status: 504, message: 'The run printed nothing for too long and was stopped. Its output so far is kept.' },
  OUTPUT_LIMIT: {
    status: 500,
    message: 'The run exceeded the output limit and was stopped. Its output is kept up to the limit.',
  },
  UPLOAD_EXPIRED: { status: 410, message: 'The files of the job were not uploaded in time. Create the job again.' },
  CANCELED_BY_USER: { status: 409, message: 'The run was canceled.' },
  SCHEMA_VALIDATION_FAILED: { status: 500, message: 'The output does not match the output schema of the skill. See details.' },
  SKILL_LIMIT_EXCEEDED: {
    status: 422,
    message:
      'A schema, pattern or template of the skill, or the data it was applied to, exceeded its time or memory limit. Make it simpler or smaller; see details.',
  },
  ARTIFACT_MISSING: { status: 500, message: 'A required artifact is missing. See details.' },
  WORKSPACE_FAILED: {
    status: 500,
    message: 'The run folder could not be created, written or read. The server log has the cause.',
  },
  SESSION_RESUME_FAILED: {
    status: 502,
    message:
      'The conversation cannot continue: the session of the engine is lost, or the engine did not resume it. See details; run the job again.',
  },
  INTERACTIVE_MAX_ATTEMPT_EXCEEDED: {
    status: 500,
    message: 'The conversation reached its maximum number of turns (max_attempt) without a result. See details.',
  },
  ORCHESTRATOR_RESTART_INTERRUPTED: { status: 500, message: 'The server stopped while this run was active. Run the job again.' },

  // What the server cannot do at the moment
  ENGINE_NOT_READY: {
    status: 503,
    message: 'The engine is not ready on this server. See details for the command that fixes it, or run `skill-runner doctor`.',
  },
  SANDBOX_UNAVAILABLE: {
    status: 503,
    message:
      'The sandbox is required, and it does not work on this machine. Install bubblewrap, and see the beginning of the server log.',
  },
  DISK_LOW: {
    status: 503,
    message:
      'The disk of the server is almost full, so it accepts no new jobs. Free some space: POST /v1/jobs/cleanup deletes finished jobs.',
  },
  DATA_NOT_WRITABLE: {
    status: 503,
    message:
      'The data folder of the server is not writable, so it accepts no new jobs. Fix its permissions or its disk; the server log has the cause.',
  },
  SHUTTING_DOWN: { status: 503, message: 'The server is stopping and accepts no new work. Retry shortly.' },
  INTERNAL: {
    status: 500,
    message: 'Unexpected server error. The server log has the cause under this X-Request-Id.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
