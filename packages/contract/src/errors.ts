/** Every error code, with its HTTP status and a message that says what happened and what to do. Codes are never reused. */
export const errors = {
  // Mistakes of the caller
  INVALID_REQUEST: { status: 400, message: 'The request is invalid for this route. See details, and /docs for the parameters.' },
  MODE_UNSUPPORTED: {
    status: 400,
    message: 'This is not possible where commands run on this server. See details for what to use instead.',
  },
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
  BUDGET_UNSUPPORTED: {
    status: 400,
    message:
      'The engine does not tell what this budget is counted in, so nobody could keep it; nothing was run. Use one of details.engines, or leave out the budget of details.unit.',
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
  PATH_INVALID: { status: 400, message: 'The path leads out of its folder, or is not a readable file.' },
  PACKAGE_INVALID: {
    status: 400,
    message: 'The skill package is invalid; nothing was stored. See details for every problem.',
  },
  EVALS_INVALID: {
    status: 400,
    message:
      'The test cases of the skill (evals/evals.json) are missing or invalid; nothing was run. See details for every problem.',
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
  FORBIDDEN: {
    status: 403,
    message:
      'The token may not do this: it lacks the scope, or belongs to a project and this is about the whole server. See details.',
  },
  TOOL_NOT_ALLOWED: {
    status: 403,
    message:
      'This call is not allowed by the profile of the token; do not try another way. See details for the tools that are allowed. An administrator can change the profile.',
  },
  UI_NOT_ALLOWED: {
    status: 403,
    message:
      'Web pages are not allowed to run anything in this project with this token; do not try another way. An administrator can allow it by a profile with ui_allowed: true.',
  },
  NETWORK_NOT_ALLOWED: {
    status: 403,
    message:
      'Blocked by the sandbox policy: commands may not reach these hosts; do not try another way. See details for the hosts that are allowed; the operator can add to SKILL_RUNNER_EXEC_NETWORK.',
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    message: 'The Host header names an unknown host. If it is yours, add it to SKILL_RUNNER_ALLOWED_HOSTS.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'Web pages of this origin may not call this server. If the origin is yours, add it to SKILL_RUNNER_CORS_ORIGINS.',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is no such route. /docs lists all routes.' },
  SKILL_NOT_FOUND: {
    status: 404,
    message:
      'There is no skill with this name. GET /v1/skills lists the installed skills, GET /v1/projects/{project_id}/skills those of a project.',
  },
  PROJECT_NOT_FOUND: {
    status: 404,
    message:
      'There is no project with this id, or the token belongs to another one. A project is created by its first upload of a skill.',
  },
  ENGINE_NOT_FOUND: { status: 404, message: 'There is no engine with this name. GET /v1/engines lists the engines.' },
  JOB_NOT_FOUND: { status: 404, message: 'There is no job with this id, or it was deleted.' },
  TASK_NOT_FOUND: {
    status: 404,
    message: 'The project has no task with this id. GET /v1/projects/{project_id}/exec/tasks lists those that are kept.',
  },
  TOOL_NOT_FOUND: { status: 404, message: 'There is no such MCP tool. See tools/list.' },
  PROFILE_NOT_FOUND: {
    status: 404,
    message: 'The project has no profile with this name. GET /v1/projects/{project_id}/profiles lists them.',
  },
  EXEC_SESSION_NOT_FOUND: {
    status: 404,
    message: 'The project has no session with this name. GET /v1/projects/{project_id}/exec/sessions lists them.',
  },
  ATTEMPT_NOT_FOUND: { status: 404, message: 'The run has no such attempt yet. See details for the latest one.' },
  ARTIFACT_NOT_FOUND: {
    status: 404,
    message:
      'There is no such artifact in this run or project. List them: GET /v1/jobs/{request_id}/artifacts, or /v1/projects/{project_id}/artifacts.',
  },
  RECEIPT_NOT_FOUND: {
    status: 404,
    message:
      'The run has no receipt: it ended before this server signed them. Run the job again for one: POST /v1/jobs/{request_id}/rerun.',
  },
  FILE_NOT_FOUND: { status: 404, message: 'There is no such file in the run or the skill.' },
  PACKAGE_NOT_FOUND: { status: 404, message: 'There is no installation with this id.' },
  EVAL_NOT_FOUND: { status: 404, message: 'There is no test with this id, or it was deleted. GET /v1/evals lists them.' },
  SKILL_VERSION_NOT_FOUND: {
    status: 404,
    message:
      'There is no such version of this skill. List them: GET /v1/skills/{skill_id}/versions, or /v1/projects/{project_id}/skills/{name}/versions.',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This route does not support the method. See the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive completely in time. Send it again.' },
  RESULT_NOT_READY: { status: 409, message: 'The job has not finished yet. Follow /events, or retry with ?wait=N.' },
  RECORDING_UNAVAILABLE: {
    status: 409,
    message: 'This run cannot be recorded: what an engine did in it is not known to its end. See details.reason.',
  },
  RECORDING_TOO_LARGE: {
    status: 409,
    message: 'This run is too large to be recorded. Record one with smaller files, or download its bundle. See details.',
  },
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
  EVALS_NOT_PASSED: {
    status: 409,
    message:
      'The skill was not installed: this server requires that its test cases pass (SKILL_RUNNER_INSTALL_REQUIRES_EVALS). See details for those that did not.',
  },
  SKILL_VERSION_IN_USE: {
    status: 409,
    message:
      'The version is the only one of its skill, or its default, and was not deleted. Set another default version first, or delete the skill.',
  },
  SKILL_DISABLED: {
    status: 409,
    message: 'The skill is disabled in this project. To enable it, send PATCH {"enabled": true} to the skill.',
  },
  SKILL_READ_ONLY: {
    status: 409,
    message:
      'The skill is installed for all projects and cannot be changed here. Use /v1/skill-packages/install, /v1/skills/{skill_id}/restore or DELETE /v1/skills/{skill_id}; or upload a skill of the same name to this project, which then takes precedence.',
  },
  SKILL_BUILT_IN: {
    status: 409,
    message: 'The skill is built in and cannot be removed. Install a package with the same name: it takes its place.',
  },
  TEMP_PACKAGE_GONE: {
    status: 409,
    message:
      'The package of this temporary run was deleted, so it cannot run again. Create a new run and upload the package again.',
  },
  SKILL_DEGRADED: { status: 409, message: 'The skill is installed but invalid, and cannot run until it is fixed. See details.' },
  WORKDIR_BUSY: {
    status: 409,
    message:
      'Another command is running in this folder of the session. See details for which; wait for it, cancel it, or use another workdir or session_id.',
  },
  SESSION_BUSY: {
    status: 409,
    message: 'Something is running in this session. Wait for it or cancel it, and delete the session then.',
  },
  PROJECT_FULL: {
    status: 409,
    message:
      'The artifacts of the project take as much space as they may, so none is added; see details. Delete some (DELETE /v1/projects/{project_id}/artifacts/{artifact_id}), or let an admin raise the limit.',
  },
  WATCH_RUNNING: {
    status: 409,
    message: 'A watch of this task with the same dedupe_key is already running. Use that one, or another key.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  IDEMPOTENCY_RESULT_LOST: {
    status: 409,
    message:
      'The request with this Idempotency-Key was accepted before, but what it came to is not known any more. Nothing was run again. See details, and use a new key to run it again.',
  },
  ROUTE_GONE: { status: 410, message: 'This route was removed. Use the route in the Link header instead.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large for this route. See details for the limit.' },
  UPLOAD_TOO_LARGE: {
    status: 413,
    message: 'Upload rejected because it is too large; nothing was stored. See details for the limit.',
  },
  INPUTS_TOO_LARGE: {
    status: 413,
    message: 'The inputs are too large together; nothing was started. See details for the limit, and leave some of them out.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'This route does not accept the content type. See /docs for the accepted types.',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The range begins after the end of the file. See details for its size.' },
  QUERY_FAILED: {
    status: 422,
    message:
      'The query command failed, or did not print JSON with a state in status_field. See details for the problem and what it printed.',
  },
  QUEUE_FULL: { status: 429, message: 'The queue is full. Retry after the time in Retry-After.' },
  EVALS_RUNNING: { status: 429, message: 'Too many tests are running. Wait for one to end, or cancel it.' },
  UPLOADS_PENDING: {
    status: 429,
    message: 'Too many jobs wait for an upload. Upload their files or cancel them, or create the job together with its files.',
  },
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
  RESOURCE_LIMIT: {
    status: 500,
    message:
      'The run used more of the machine than it may and was stopped. See details for the limit, what it allows and what was used; the operator can raise it (docs/limits.md).',
  },
  BUDGET_EXCEEDED: {
    status: 429,
    message:
      'A budget is used up, so the run was stopped or not started. See details for the budget, its limit, what was used and who set it; raise it, or wait until details.resets_at.',
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
  NONZERO_EXIT: { status: 500, message: 'The command failed. See details for its exit code, and the end of its output.' },
  RUNNER_LOST: {
    status: 500,
    message:
      'The process or sandbox that supervised this command ended, and the command with it. It may have run in part. See details, and start it again.',
  },
  STEP_FAILED: {
    status: 500,
    message: 'A step of the job failed, and the steps after it did not run. See details for which step, and its error.',
  },
  JOB_TIMEOUT: {
    status: 504,
    message:
      'The steps of the job took longer together than max_wall_time_sec, and the one that was running was stopped. Allow more, or split the job.',
  },
  STARTUP_TIMEOUT: {
    status: 500,
    message: 'The service was not ready in time, and was ended. See details and its output; allow more with startup_timeout_sec.',
  },
  ORPHANED_REAPED: {
    status: 500,
    message:
      'The server ended this because it was not used, or because it exceeded its time limit. See details for the reason, and start it again if you need it.',
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
  REMOTE_UNAVAILABLE: {
    status: 503,
    message: 'The provider of remote sandboxes could not do what was asked. See details for the reason and for what to do.',
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
  DATABASE_CORRUPT: {
    status: 503,
    message:
      'The database of the server is corrupt. The server log names the file and what to do; `skill-runner doctor --deep` lists what is damaged.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message:
      'The database of the server does not answer. The server tries again until it does; retry later, with the same Idempotency-Key if the request creates something. See details for the reason.',
  },
  SERVER_BUSY: {
    status: 503,
    message:
      'The server has too few open files or processes left for this. Retry later; the operator can raise the limits (ulimit -n, ulimit -u) or allow fewer runs at once (SKILL_RUNNER_MAX_RUNNING_JOBS).',
  },
  SHUTTING_DOWN: { status: 503, message: 'The server is stopping and accepts no new work. Retry shortly.' },
  INTERNAL: {
    status: 500,
    message: 'Unexpected server error. The server log has the cause under this X-Request-Id.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
