/** Every code the product can say, with its HTTP status and what to do about it. Codes are never reused. */
export const errors = {
  // What a caller got wrong
  INVALID_REQUEST: { status: 400, message: 'The request does not fit this route. See details, and /docs for what it takes.' },
  INVALID_JSON: { status: 400, message: 'The body is not valid JSON. Send UTF-8 JSON with Content-Type: application/json.' },
  INVALID_RUNTIME_OPTION: { status: 400, message: 'runtime_options has an unknown name or a wrong type. See details.' },
  INPUT_INVALID: { status: 400, message: 'input or parameter does not fit the schemas of the skill. See details.' },
  INPUT_FILE_MISSING: { status: 400, message: 'This skill needs files that were not given. See details.' },
  SKILL_ENGINE_UNSUPPORTED: { status: 400, message: 'This skill does not run on that engine. See details for those it runs on.' },
  SKILL_EXECUTION_MODE_UNSUPPORTED: {
    status: 400,
    message: 'This skill does not run in that execution mode. See details for its modes.',
  },
  PATH_INVALID: { status: 400, message: 'That path is not inside the artifacts of the run.' },
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
  JOB_NOT_FOUND: { status: 404, message: 'No job with that id is known here.' },
  ATTEMPT_NOT_FOUND: { status: 404, message: 'The run has no such attempt yet. See details for the latest.' },
  ARTIFACT_NOT_FOUND: { status: 404, message: 'The run has no such artifact.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'That path exists, but not with this method. See the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive whole in time. Send it again.' },
  RESULT_NOT_READY: { status: 409, message: 'The job has not finished yet. Follow /events, or ask again with ?wait=N.' },
  SKILL_DEGRADED: { status: 409, message: 'That skill is installed but broken, and cannot run until it is mended. See details.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is larger than this route takes. See details for the limit.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'That content type is not taken here. Send application/json.' },
  QUEUE_FULL: { status: 429, message: 'The queue is full and nothing was stored. Try again after the Retry-After time.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request line and headers are larger than 16 KiB.' },

  // What a run can end with
  SCRIPT_FAILED: {
    status: 500,
    message: 'The script of the skill ended with an error. See details for its exit and the end of stderr.',
  },
  TIMEOUT: { status: 504, message: 'The run took longer than its time limit and was ended. What it printed is kept.' },
  ENGINE_SILENT: { status: 504, message: 'The run printed nothing for too long and was ended. What it printed is kept.' },
  OUTPUT_LIMIT: {
    status: 500,
    message: 'The run printed more than the server allows and was ended. What it printed is kept up to the limit.',
  },
  CANCELED_BY_USER: { status: 409, message: 'The run was canceled.' },
  SCHEMA_VALIDATION_FAILED: { status: 500, message: 'The output does not satisfy the output schema of the skill. See details.' },
  SKILL_LIMIT_EXCEEDED: {
    status: 422,
    message: 'A schema or pattern of the skill took more time or memory than it may. Simplify it.',
  },
  ARTIFACT_MISSING: { status: 500, message: 'The run ended without an artifact that the skill requires. See details.' },
  WORKSPACE_FAILED: { status: 500, message: 'The folder of the run could not be made or read. The server log has the cause.' },
  ORCHESTRATOR_RESTART_INTERRUPTED: { status: 500, message: 'The server stopped while this run was under way. Run it again.' },

  // What the server cannot do now
  SANDBOX_UNAVAILABLE: {
    status: 503,
    message:
      'This needs the sandbox, and it does not work on this machine. Install bubblewrap and see the start of the server log.',
  },
  SHUTTING_DOWN: { status: 503, message: 'The server is stopping and takes no new work. Try again shortly.' },
  INTERNAL: {
    status: 500,
    message: 'The server failed in a way it should not. The server log has the cause under this X-Request-Id.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
