/** Every code the product can say, with its HTTP status and what to do about it. Codes are never reused. */
export const errors = {
  // What a caller got wrong
  INVALID_REQUEST: { status: 400, message: 'The request does not fit this route. See details, and /docs for what it takes.' },
  INVALID_JSON: { status: 400, message: 'The body is not valid JSON. Send UTF-8 JSON with Content-Type: application/json.' },
  INVALID_RUNTIME_OPTION: {
    status: 400,
    message: 'runtime_options has an unknown name, a wrong type or a value that is not allowed here. See details.',
  },
  INPUT_INVALID: { status: 400, message: 'input or parameter does not fit the schemas of the skill. See details.' },
  NOT_INTERACTIVE: {
    status: 400,
    message: 'This job runs unattended and asks nobody. Create it with runtime_options.execution_mode interactive to be asked.',
  },
  REPLY_INVALID: {
    status: 400,
    message: 'The reply does not fit the question, which is still open. See details, and interaction/pending for what is asked.',
  },
  INPUT_FILE_MISSING: { status: 400, message: 'This skill needs files that were not given. See details.' },
  UPLOAD_INVALID: { status: 400, message: 'These files were not taken, and nothing was kept of them. See details.' },
  SKILL_ENGINE_UNSUPPORTED: { status: 400, message: 'This skill does not run on that engine. See details for those it runs on.' },
  MODEL_UNKNOWN: { status: 400, message: 'That engine has no such model for this skill. See details for those it has.' },
  ENGINE_CONFIG_INVALID: {
    status: 400,
    message:
      'The settings for the engine cannot be used. See details for the layer (operator, skill or request), the names and the reason.',
  },
  SKILL_EXECUTION_MODE_UNSUPPORTED: {
    status: 400,
    message: 'This skill does not run in that execution mode. See details for its modes.',
  },
  ENGINE_NOT_INSTALLABLE: {
    status: 400,
    message: 'That engine has no package that could be installed. See details for those that have.',
  },
  PATH_INVALID: { status: 400, message: 'That path is not one inside the run, or not one that can be read.' },
  PACKAGE_INVALID: {
    status: 400,
    message: 'This is not a skill package that can be used, and nothing was kept of it. See details for all that is wrong.',
  },
  WEBHOOK_INVALID: {
    status: 400,
    message:
      'That webhook is not taken: its address, its secret_ref or where it leads. See details; SKILL_RUNNER_WEBHOOK_ALLOW allows private hosts.',
  },
  UNAUTHORIZED: { status: 401, message: 'Send a valid token: Authorization: Bearer <token>.' },
  FORBIDDEN: { status: 403, message: 'This token lacks the scope that the route needs. See details.' },
  HOST_NOT_ALLOWED: {
    status: 403,
    message: 'The Host header names a host this server does not answer for. Add it to SKILL_RUNNER_ALLOWED_HOSTS if it is yours.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'A web page of another origin may not call this server. Add it to SKILL_RUNNER_CORS_ORIGINS if it is yours.',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is no such route. /docs lists them all.' },
  SKILL_NOT_FOUND: { status: 404, message: 'No skill with that id is installed. GET /v1/skills lists those that are.' },
  ENGINE_NOT_FOUND: { status: 404, message: 'There is no engine of that name. GET /v1/engines lists those that there are.' },
  JOB_NOT_FOUND: { status: 404, message: 'No job with that id is known here.' },
  ATTEMPT_NOT_FOUND: { status: 404, message: 'The run has no such attempt yet. See details for the latest.' },
  ARTIFACT_NOT_FOUND: { status: 404, message: 'The run has no such artifact.' },
  FILE_NOT_FOUND: { status: 404, message: 'The run has no such file.' },
  PACKAGE_NOT_FOUND: { status: 404, message: 'No installation with that id is known here.' },
  SKILL_VERSION_NOT_FOUND: {
    status: 404,
    message: 'The archive has no such version of that skill. GET /v1/skills/{skill_id}/versions lists those it has.',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'That path exists, but not with this method. See the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive whole in time. Send it again.' },
  RESULT_NOT_READY: { status: 409, message: 'The job has not finished yet. Follow /events, or ask again with ?wait=N.' },
  ALREADY_STARTED: { status: 409, message: 'The job takes no more files: it has started or ended. Create another one.' },
  ENGINE_INSTALL_BUSY: {
    status: 409,
    message: 'An engine is being installed already, and they are installed one at a time. Ask again when it is done.',
  },
  ENGINE_NOTHING_BEFORE: {
    status: 409,
    message: 'No other version of that engine was in use before, or it is gone, so there is nothing to go back to.',
  },
  NOT_WAITING: { status: 409, message: 'The run waits for no reply now. See details for its state.' },
  STALE_INTERACTION: {
    status: 409,
    message: 'The run waits for the answer to another question. See details for which, and interaction/pending for what it asks.',
  },
  SKILL_VERSION_NOT_GREATER: {
    status: 409,
    message: 'A version that is as great or greater is installed. Raise version in assets/runner.json, or restore an old one.',
  },
  SKILL_BUILT_IN: { status: 409, message: 'That skill is part of the product and cannot be removed.' },
  TEMP_PACKAGE_GONE: {
    status: 409,
    message: 'The package of that temporary run is gone, so it cannot run again. Create a new one and send the package with it.',
  },
  SKILL_DEGRADED: { status: 409, message: 'That skill is installed but broken, and cannot run until it is mended. See details.' },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    message: 'That Idempotency-Key was used for another request within 24 hours. Take a new key for a new request.',
  },
  ROUTE_GONE: { status: 410, message: 'That route was retired. The Link header names the one to use instead.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is larger than this route takes. See details for the limit.' },
  UPLOAD_TOO_LARGE: { status: 413, message: 'These files are more than the server takes, and nothing was kept. See details.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'That content type is not taken here. See /docs for what this route takes.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The range begins behind the end of the file. See details for its size.' },
  QUEUE_FULL: { status: 429, message: 'The queue is full. Try again after the Retry-After time.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'This token asks too often. Try again after the Retry-After time.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request line and headers are larger than 16 KiB.' },

  // What a run can end with
  SCRIPT_FAILED: {
    status: 500,
    message: 'The script of the skill ended with an error. See details for its exit and the end of stderr.',
  },
  ENGINE_FAILED: {
    status: 502,
    message:
      'The engine ended with an error, or said that it failed. See details for its exit, its reason and the end of stderr.',
  },
  AUTH_REQUIRED: {
    status: 502,
    message:
      'The engine is not signed in, or its sign-in was refused. On the server run `skill-runner engine login <engine>`, copy your own sign-in with `skill-runner engine import <engine>`, or set its API key (docs/engines.md), and run the job again.',
  },
  RATE_LIMITED: {
    status: 502,
    message:
      'The provider of the model refused for a while: a rate or a quota is used up. See details; wait, or use another engine or model.',
  },
  MODEL_UNAVAILABLE: {
    status: 502,
    message:
      'The model or its provider could not be reached, is overloaded, or is not there for this account. See details; try again or choose another model.',
  },
  TIMEOUT: { status: 504, message: 'The run took longer than its time limit and was ended. What it printed is kept.' },
  ENGINE_SILENT: { status: 504, message: 'The run printed nothing for too long and was ended. What it printed is kept.' },
  OUTPUT_LIMIT: {
    status: 500,
    message: 'The run printed more than the server allows and was ended. What it printed is kept up to the limit.',
  },
  UPLOAD_EXPIRED: { status: 410, message: 'The files of the job did not come in time. Create it again.' },
  CANCELED_BY_USER: { status: 409, message: 'The run was canceled.' },
  SCHEMA_VALIDATION_FAILED: { status: 500, message: 'The output does not satisfy the output schema of the skill. See details.' },
  SKILL_LIMIT_EXCEEDED: {
    status: 422,
    message:
      'A schema, pattern or template of the skill, or what was held against it, took more time or memory than it may. Make it simpler or smaller; see details.',
  },
  ARTIFACT_MISSING: { status: 500, message: 'The run ended without an artifact that the skill requires. See details.' },
  WORKSPACE_FAILED: {
    status: 500,
    message: 'The folder of the run could not be made, written or read. The server log has the cause.',
  },
  SESSION_RESUME_FAILED: {
    status: 502,
    message:
      'The conversation cannot go on: the session of the engine is gone or was not taken up again. See details; run it again.',
  },
  INTERACTIVE_MAX_ATTEMPT_EXCEEDED: {
    status: 500,
    message: 'The skill may not ask as often as it did (max_attempt), and its last turn was still no result. See details.',
  },
  ORCHESTRATOR_RESTART_INTERRUPTED: { status: 500, message: 'The server stopped while this run was under way. Run it again.' },

  // What the server cannot do now
  ENGINE_NOT_READY: {
    status: 503,
    message:
      'That engine cannot be used on this server yet. See details for the command that mends it; `skill-runner doctor` tells more.',
  },
  SANDBOX_UNAVAILABLE: {
    status: 503,
    message:
      'This needs the sandbox, and it does not work on this machine. Install bubblewrap and see the start of the server log.',
  },
  DISK_LOW: {
    status: 503,
    message:
      'The disk of the server is almost full, so it takes no new jobs. Free some space: POST /v1/jobs/cleanup removes history.',
  },
  DATA_NOT_WRITABLE: {
    status: 503,
    message:
      'The server cannot write to its data folder, so it takes no new jobs until that is mended. The server log has the cause.',
  },
  SHUTTING_DOWN: { status: 503, message: 'The server is stopping and takes no new work. Try again shortly.' },
  INTERNAL: {
    status: 500,
    message: 'The server failed in a way it should not. The server log has the cause under this X-Request-Id.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
