// Printed by npm run generate; never edited.
export interface paths {
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List jobs, newest first */
        get: operations["listJobs"];
        put?: never;
        /** Run a skill */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload the files of a job that waits for them, or an empty form if there are none, and start the run */
        post: operations["uploadJobFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a job */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Validated result of a finished job */
        get: operations["getJobResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Artifacts of a job */
        get: operations["listJobArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/artifacts/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One artifact, or a range of it; the path begins with artifacts/ and may contain slashes */
        get: operations["getJobArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All output of a job as a zip: manifest.json, receipt.json, result/ and artifacts/ */
        get: operations["getJobBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Signed statement of what ran with which inputs, and what came of it */
        get: operations["getJobReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prompt and output of an attempt: the last 1 MiB of each stream */
        get: operations["getJobLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/logs/range": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A range of bytes of one stream; raw_ref of an event points here */
        get: operations["getJobLogRange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Live events: snapshot, then chat_event (FcmpEvent) and heartbeat, until the run ends */
        get: operations["followJobEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Past events by number or time, inclusive; the same bytes as the live stream */
        get: operations["getJobEventHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/interaction/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pending question of an interactive run */
        get: operations["getJobPending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A finished run as a recording that the replay engine plays, with secrets, tokens and paths of the machine masked */
        get: operations["getJobRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/interaction/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer the pending question; the run continues from the end of the queue, even if the queue is full */
        post: operations["replyToJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhook messages of a job, with their delivery attempts */
        get: operations["listJobDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a job; responds when its processes have ended */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run the same request again, with the current version of the skill, without the cache */
        post: operations["rerunJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/cleanup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete finished jobs, with their runs, folders and cache entries; active jobs are kept */
        post: operations["cleanupJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/receipt-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys of this server that receipts are verified with */
        get: operations["listReceiptKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a job for a skill that is not installed; send its package with /upload */
        post: operations["createTempRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload the skill and its input files, and start the run */
        post: operations["uploadTempRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a job */
        get: operations["getTempRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Validated result of a finished job */
        get: operations["getTempRunResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Artifacts of a job */
        get: operations["listTempRunArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/artifacts/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One artifact, or a range of it; the path begins with artifacts/ and may contain slashes */
        get: operations["getTempRunArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All output of a job as a zip: manifest.json, receipt.json, result/ and artifacts/ */
        get: operations["getTempRunBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Signed statement of what ran with which inputs, and what came of it */
        get: operations["getTempRunReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prompt and output of an attempt: the last 1 MiB of each stream */
        get: operations["getTempRunLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/logs/range": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A range of bytes of one stream; raw_ref of an event points here */
        get: operations["getTempRunLogRange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Live events: snapshot, then chat_event (FcmpEvent) and heartbeat, until the run ends */
        get: operations["followTempRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Past events by number or time, inclusive; the same bytes as the live stream */
        get: operations["getTempRunEventHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/interaction/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pending question of an interactive run */
        get: operations["getTempRunPending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A finished run as a recording that the replay engine plays, with secrets, tokens and paths of the machine masked */
        get: operations["getTempRunRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/interaction/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer the pending question; the run continues from the end of the queue, even if the queue is full */
        post: operations["replyToTempRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhook messages of a job, with their delivery attempts */
        get: operations["listTempRunDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/temp-skill-runs/{request_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a job; responds when its processes have ended */
        post: operations["cancelTempRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs, newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a run: its pending question, and whether its logs still grow */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a run was requested: engine, model, effort, options and webhook */
        get: operations["getRunRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of a run as one list, each folder before its content */
        get: operations["listRunFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The beginning of one file of a run, as text if it is text */
        get: operations["readRunFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Live events: snapshot, then chat_event (FcmpEvent) and heartbeat, until the run ends */
        get: operations["followRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Past events by number or time, inclusive; the same bytes as the live stream */
        get: operations["getRunEventHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/logs/range": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A range of bytes of one stream; raw_ref of an event points here */
        get: operations["getRunLogRange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pending question of an interactive run */
        get: operations["getRunPending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer the pending question; the run continues from the end of the queue, even if the queue is full */
        post: operations["replyToRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/runs/{request_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a job; responds when its processes have ended */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Installed skills, including invalid ones */
        get: operations["listManagedSkills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/skills/{skill_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One skill with its entry points and files */
        get: operations["getManagedSkill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/skills/{skill_id}/schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The schemas of a skill, and everything that a form for it needs */
        get: operations["getSkillSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings of the server; secrets are never shown */
        get: operations["listSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lines of the server log, newest first */
        get: operations["queryLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/sweeps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When old runs were last deleted, and the result */
        get: operations["getSweeps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/reaper": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the reaper of the skills service ends and deletes, when it last ran, and what it did */
        get: operations["getReaper"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/reaper/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run the reaper now, and wait for it */
        post: operations["runReaper"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What commands and tasks of a project may use */
        get: operations["getProjectLimits"];
        /** Give a project less than the server allows; what is left out is what the server allows */
        put: operations["putProjectLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the token and its project may use in a day, and what they have used today */
        get: operations["getBudget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What all tokens and projects have used today, with their limits */
        get: operations["listBudgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/cleanup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete finished jobs, as /v1/jobs/cleanup does */
        post: operations["cleanupRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The admin log: who changed what on this server, newest first */
        get: operations["listAdminActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhook deliveries of all jobs, newest first; with a token of a project, those of its jobs */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Installed skills, including invalid ones */
        get: operations["listSkills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skills/{skill_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One skill with its schemas and artifacts */
        get: operations["getSkill"];
        put?: never;
        post?: never;
        /** Remove a user skill from use; it is archived and can be restored */
        delete: operations["deleteSkill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skills/{skill_id}/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An OpenAPI document for this skill, with its own input and output schemas */
        get: operations["getSkillOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skills/{skill_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions that were installed as packages: the one in use and the archived ones */
        get: operations["listSkillVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skills/{skill_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use an archived version again */
        post: operations["restoreSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skill-packages/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Install a skill, or update it to a greater version; existing jobs keep their version. SKILL.md alone is enough */
        post: operations["installPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skill-packages/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of an installation */
        get: operations["getPackageInstall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skill-packages/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List every problem of a package, without installing it */
        post: operations["validatePackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tests that ran or run, newest first */
        get: operations["listEvals"];
        put?: never;
        /** Run the test cases of a skill on one or more engines; send a skill that is not installed along */
        post: operations["createEval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evals/{eval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cases × engines, with the run behind each cell */
        get: operations["getEval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evals/{eval_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start no more cases, and cancel the runs that it started */
        post: operations["cancelEval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skills/{skill_id}/evals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The test cases of a skill, or what is wrong with them */
        get: operations["getSkillEvals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Skills of a project: names and descriptions, for agents to choose from */
        get: operations["listProjectSkills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills:upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a skill and use it at once; its content is its version. The first upload creates the project */
        post: operations["uploadProjectSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills/{name}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files of a skill */
        get: operations["listProjectSkillFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills/{name}/files/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One file of a skill, such as SKILL.md, or a range of it; the path may contain slashes */
        get: operations["getProjectSkillFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions of a skill that were uploaded */
        get: operations["listProjectSkillVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills/{name}:activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use another version of a skill that was uploaded before */
        post: operations["activateProjectSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/skills/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a skill of a project with all its versions; what is running keeps its files */
        delete: operations["deleteProjectSkill"];
        options?: never;
        head?: never;
        /** Enable or disable a skill in its project */
        patch: operations["changeProjectSkill"];
        trace?: never;
    };
    "/v1/projects/{project_id}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Profiles of a project: what tokens may do there */
        get: operations["listProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One profile */
        get: operations["getProfile"];
        /** Create or replace a profile; it holds from the next request of its tokens on */
        put: operations["putProfile"];
        post?: never;
        /** Delete a profile; tokens that name it may then use no tool */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Engines; those that are not ready with the reason */
        get: operations["listEngines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/engines/{engine}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Models of an engine */
        get: operations["listEngineModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Engines, with details for operators */
        get: operations["listManagedEngines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/engines/{engine}/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test what the version in use can do, in the background; the engine detail has the progress and the results */
        post: operations["probeEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/engines/{engine}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One engine with its models, its versions and its last installation */
        get: operations["getManagedEngine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/engines/{engine}/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Install an engine from npm, in its pinned version, in the background */
        post: operations["installEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/engines/{engine}/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upgrade an engine to the newest version on npm, in the background; reports the differences, and keeps the old version if the new one does not work or lost a required feature */
        post: operations["upgradeEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/management/engines/{engine}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Switch an engine back to the previously used version; call it again to return */
        post: operations["rollbackEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a command in the sandbox of a session, and wait for it */
        post: operations["runExecCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks and services of a project, newest first */
        get: operations["listExecTasks"];
        put?: never;
        /** Start a command as a task: it outlives the request, and a restart of the server */
        post: operations["createExecTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a task, and the end of its output */
        get: operations["getExecTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks/{task_id}/logs/{stream}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A range of what a task printed, at most 1 MiB */
        get: operations["getExecTaskLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks/{task_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a task by server-sent events: its states and its output, until it has ended */
        get: operations["followExecTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks/{task_id}/events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to a task since a cursor; waits for something to happen */
        get: operations["watchExecTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Step jobs of a project, newest first */
        get: operations["listExecJobs"];
        put?: never;
        /** Start a step job: commands that run one after the other, until one fails; it outlives a restart of the server */
        post: operations["createExecJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a step job and of its steps, with the end of what each printed */
        get: operations["getExecJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/jobs/{job_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a step job by server-sent events: its states, and states and output of its steps, until it has ended */
        get: operations["followExecJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/jobs/{job_id}/events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to a step job since a cursor; waits for something to happen */
        get: operations["watchExecJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/jobs/{job_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a step job; it is canceled once the end of its step is confirmed */
        post: operations["cancelExecJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks/{task_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a task; it is canceled once its end is confirmed */
        post: operations["cancelExecTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/tasks:query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** State of something that a command knows: it prints JSON, and one field of it is the state */
        post: operations["queryExecTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a service: a task that others connect to. It is read, followed and listed as a task */
        post: operations["createExecService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/services/{task_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a service; it is canceled once its end is confirmed */
        post: operations["cancelExecService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sessions of a project, the one used last first */
        get: operations["listExecSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A session of the caller */
        get: operations["getExecSession"];
        put?: never;
        post?: never;
        /** Delete a session with everything in its folder */
        delete: operations["deleteExecSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/sessions/{session_id}/activations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a skill into a session, and choose the version that its commands use */
        post: operations["activateInExecSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/exec/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where commands run, what holds them there, and their limits */
        get: operations["getExecProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Artifacts of a project, newest first */
        get: operations["listExecArtifacts"];
        put?: never;
        /** Upload a file as an artifact of a project, to be an input of commands */
        post: operations["uploadExecArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/artifacts/{artifact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An artifact: name, size, digest and where it is from */
        get: operations["getExecArtifact"];
        put?: never;
        post?: never;
        /** Delete an artifact */
        delete: operations["deleteExecArtifact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{project_id}/artifacts/{artifact_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The content of an artifact, or a range of it */
        get: operations["getExecArtifactContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a browser is signed in, and as whom */
        get: operations["getSession"];
        put?: never;
        /** Exchange a token for a cookie that only this server can read; for web pages of this server */
        post: operations["signIn"];
        /** End the session of this browser; its cookie is worth nothing from then on */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is running */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the server accepts work; 503 with the same body if not */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prometheus metrics */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as /healthz */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/handshake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which protocols of the Zotero plugin the server supports */
        post: operations["handshake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live events of a job that belong to its conversation; /events has all of them */
        get: operations["followJobChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/chat/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The conversation of a job so far; /events/history has all events */
        get: operations["getJobChatHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sign-in that a run waits for: always none */
        get: operations["getJobAuthSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{request_id}/interaction/auth/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign-in files for a run: always rejected, because no run waits for them */
        post: operations["importJobAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/anthropic/v1/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Skills of the project of the token */
        get: operations["anthropicListSkills"];
        put?: never;
        /** Create a skill, or a new version of the one with its name, as clients of Anthropic do */
        post: operations["anthropicCreateSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/anthropic/v1/skills/{skill_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One skill */
        get: operations["anthropicGetSkill"];
        put?: never;
        post?: never;
        /** Delete a skill with all its versions */
        delete: operations["anthropicDeleteSkill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/anthropic/v1/skills/{skill_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions of a skill */
        get: operations["anthropicListSkillVersions"];
        put?: never;
        /** Upload a new version of a skill, which is in use at once */
        post: operations["anthropicCreateSkillVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/anthropic/v1/skills/{skill_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a skill */
        get: operations["anthropicGetSkillVersion"];
        put?: never;
        post?: never;
        /** Delete a version of a skill, but not its only one; of the one in use the newest of the others takes the place */
        delete: operations["anthropicDeleteSkillVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/anthropic/v1/skills/{skill_id}/versions/{version}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of a version as a zip */
        get: operations["anthropicGetSkillVersionContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/openai/v1/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Skills of the project of the token */
        get: operations["openaiListSkills"];
        put?: never;
        /** Create a skill, or a new version of the one with its name, as clients of OpenAI do */
        post: operations["openaiCreateSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/openai/v1/skills/{skill_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One skill */
        get: operations["openaiGetSkill"];
        put?: never;
        /** Use another version of a skill by default */
        post: operations["openaiUpdateSkill"];
        /** Delete a skill with all its versions */
        delete: operations["openaiDeleteSkill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/openai/v1/skills/{skill_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of the default version as a zip */
        get: operations["openaiGetSkillContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/openai/v1/skills/{skill_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions of a skill */
        get: operations["openaiListSkillVersions"];
        put?: never;
        /** Upload a new version of a skill; it becomes the default one only if the request says so */
        post: operations["openaiCreateSkillVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/openai/v1/skills/{skill_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a skill */
        get: operations["openaiGetSkillVersion"];
        put?: never;
        post?: never;
        /** Delete a version of a skill, but not its default one */
        delete: operations["openaiDeleteSkillVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/openai/v1/skills/{skill_id}/versions/{version}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of a version as a zip */
        get: operations["openaiGetSkillVersionContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/agent-skills/index.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Enabled skills of the project of the token, where each can be fetched, and the digest of what is there */
        get: operations["getAgentSkillsIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/agent-skills/{name}/archive.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All files of a skill as a zip, with SKILL.md at its top */
        get: operations["getAgentSkillArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AdminActions: {
            /** @description Newest first */
            actions: {
                id: number;
                /**
                 * @description ISO-8601, UTC, ending in Z
                 * @example 2026-02-24T12:34:56.123Z
                 */
                at: string;
                /** @description Name of the token; local if the server has none */
                principal: string;
                /** @description The operationId in openapi.json */
                action: string;
                target: string | null;
                status: number | null;
                error_code: string | null;
                x_request_id: string;
            }[];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        AgentSkillsIndex: {
            /** @constant */
            $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
            /** @description Enabled skills by name, at most 1000 */
            skills: {
                name: string;
                /**
                 * @description skill-md: SKILL.md is the whole skill; archive: a zip with SKILL.md at its top
                 * @enum {unknown}
                 */
                type: "skill-md" | "archive";
                description: string;
                /** @description Relative to the server; needs the same token */
                url: string;
                /** @description Of the bytes at url */
                digest: string;
            }[];
        };
        AnthropicError: {
            /** @constant */
            type: "error";
            error: {
                /** @description As Anthropic names it, such as not_found_error */
                type: string;
                /** @description What happened, and what to do */
                message: string;
                details: {
                    /** @description A code from the table in /docs */
                    error_code: string;
                } & {
                    [key: string]: unknown;
                };
            };
            request_id: string;
        };
        AnthropicSkill: {
            /** @description skill_ and the name of the skill */
            id: string;
            /** @constant */
            type: "skill";
            /** @description As it was given when the skill was created; else its name */
            display_name: string;
            /** @description skillver_ and the version_hash */
            latest_version_id: string;
            source: {
                /**
                 * @description custom: uploaded to the project; plugin: installed for all, and read-only here
                 * @enum {unknown}
                 */
                type: "custom" | "plugin";
            };
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            updated_at: string;
        };
        AnthropicSkillDeleted: {
            /** @description skill_ and the name of the skill */
            id: string;
            /** @constant */
            type: "skill_deleted";
        };
        AnthropicSkillForm: {
            /** @description Files whose names begin with the folder of the skill, such as my-skill/SKILL.md; or one zip with that folder */
            "files[]": unknown[];
            /** @description One line for people to read */
            display_name?: string;
        };
        AnthropicSkillPage: {
            /** @description Newest first */
            data: components["schemas"]["AnthropicSkill"][];
            next_page: string | null;
        };
        AnthropicSkillVersion: {
            /** @description skillver_ and the version_hash */
            id: string;
            /** @constant */
            type: "skill_version";
            /** @description skill_ and the name of the skill */
            skill_id: string;
            name: string;
            description: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
        };
        AnthropicSkillVersionDeleted: {
            /** @description skillver_ and the version_hash */
            id: string;
            /** @constant */
            type: "skill_version_deleted";
        };
        AnthropicSkillVersionForm: {
            /** @description Files whose names begin with the folder of the skill, such as my-skill/SKILL.md; or one zip with that folder */
            "files[]": unknown[];
        };
        AnthropicSkillVersionPage: {
            /** @description Newest first */
            data: components["schemas"]["AnthropicSkillVersion"][];
            next_page: string | null;
        };
        Artifact: {
            role: string;
            /** @example artifacts/notes.md */
            path: string;
            filename: string;
            mime: string;
            size: number;
            sha256: string | null;
            required: boolean;
            /** @description Relative to this server */
            url: string;
        };
        ArtifactForm: {
            file: Blob;
        };
        ArtifactList: {
            request_id: string;
            artifacts: string[];
            items: components["schemas"]["Artifact"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        AuthImportForm: {
            [key: string]: unknown;
        };
        /** @description A run never waits for a sign-in: it ends with AUTH_REQUIRED, and the operator signs in */
        AuthSession: {
            request_id: string;
            auth_session_id: null;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @constant */
            phase: "none";
            available_methods: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Who used something today; those that used most come first, and at most 1,000 */
        BudgetList: {
            /**
             * @description The day in UTC
             * @example 2027-01-31
             */
            day: string;
            /**
             * @description When the next day begins
             * @example 2026-02-24T12:34:56.123Z
             */
            resets_at: string;
            budgets: {
                /** @enum {unknown} */
                kind: "token" | "project";
                /** @description Of the token or the project; an address, where there are no tokens */
                name: string;
                max_cost_usd_per_day: number | null;
                max_tokens_per_day: number | null;
                /** @description What engines told; a cost that none tells is not in it */
                used_cost_usd: number;
                /** @description Of input and output */
                used_tokens: number;
            }[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The budgets of the job; usage has what is used of them by now. Absent: it has none */
        BudgetOfJob: {
            max_cost_usd?: number;
            max_tokens?: number;
        };
        /** @description What the caller and its project may use today, and what they have used */
        BudgetView: {
            /**
             * @description The day in UTC
             * @example 2027-01-31
             */
            day: string;
            /**
             * @description When the next day begins
             * @example 2026-02-24T12:34:56.123Z
             */
            resets_at: string;
            token: {
                /** @description Of the token or the project; an address, where there are no tokens */
                name: string;
                max_cost_usd_per_day: number | null;
                max_tokens_per_day: number | null;
                /** @description What engines told; a cost that none tells is not in it */
                used_cost_usd: number;
                /** @description Of input and output */
                used_tokens: number;
            };
            project: {
                /** @description Of the token or the project; an address, where there are no tokens */
                name: string;
                max_cost_usd_per_day: number | null;
                max_tokens_per_day: number | null;
                /** @description What engines told; a cost that none tells is not in it */
                used_cost_usd: number;
                /** @description Of input and output */
                used_tokens: number;
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        CancelView: {
            request_id: string;
            run_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @description false: the run had already ended */
            accepted: boolean;
            message: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description What one version of a CLI can do, found by probing */
        CapabilityCard: {
            version: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            probed_at: string;
            capabilities: {
                resume: boolean;
                output_schema: boolean;
            };
            /** @description Description of the case */
            cases: {
                /**
                 * @description docs/engines.md describes the cases
                 * @enum {unknown}
                 */
                case: "flags" | "skill_folder" | "tool_call" | "schema" | "resume" | "big_output" | "kill" | "network";
                /**
                 * @description differs: it works, but not in the way that this release knows
                 * @enum {unknown}
                 */
                result: "yes" | "no" | "differs";
                reason: string | null;
                /** @description An upgrade that fails this case is not used */
                needed: boolean;
            }[];
        };
        /** @description A line of a conversation, made of one FCMP event */
        ChatEvent: {
            /** @description The seq of the FCMP event */
            seq: number;
            ts: string;
            /** @description The type of the FCMP event */
            type: string;
            /** @enum {unknown} */
            role: "assistant" | "user" | "system";
            /** @enum {unknown} */
            kind: "assistant_process" | "assistant_message" | "assistant_final" | "interaction_reply" | "orchestration_notice";
            text: string;
            attempt: number;
            correlation: {
                message_id: string | null;
                process_type: ("reasoning" | "tool_call") | null;
            };
        };
        ChatHistory: {
            request_id: string;
            count: number;
            events: components["schemas"]["ChatEvent"][];
            /** @description The seq of the first event; 0: there is none */
            cursor_floor: number;
            /** @description The seq of the last event; 0: there is none */
            cursor_ceiling: number;
            /** @constant */
            source: "events";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description An event of the stream of a conversation; its data is sent as JSON */
        ChatStreamEvent: {
            /** @constant */
            event: "snapshot";
            data: {
                /** @enum {unknown} */
                status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                /** @description The place the stream continues from */
                cursor: number;
            };
        } | {
            /** @constant */
            event: "chat_event";
            /** @description The seq of the event */
            id: string;
            data: components["schemas"]["ChatEvent"];
        } | {
            /** @constant */
            event: "heartbeat";
            data: components["schemas"]["Heartbeat"];
        };
        /** @description Which finished jobs to delete; without a filter, all of them. An unknown filter is rejected */
        Cleanup: {
            /** @description Only jobs that were created and ended longer ago */
            older_than_sec?: number;
            /** @enum {unknown} */
            status?: "succeeded" | "failed" | "canceled";
            skill_id?: string;
        };
        CleanupView: {
            /** @description Including their folders; a run is kept while any job refers to it */
            runs_deleted: number;
            requests_deleted: number;
            cache_entries_deleted: number;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        CommandResult: {
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            /** @enum {unknown} */
            status: "succeeded" | "failed" | "canceled";
            exit_code: number | null;
            error: components["schemas"]["RunError"] | null;
            stdout: {
                /** @description Its end, as UTF-8 */
                text: string;
                /** @description Of all that was printed */
                bytes: number;
                /** @description The text is only the end of it */
                truncated: boolean;
            };
            stderr: {
                /** @description Its end, as UTF-8 */
                text: string;
                /** @description Of all that was printed */
                bytes: number;
                /** @description The text is only the end of it */
                truncated: boolean;
            };
            created_artifacts: {
                artifact_id: string;
                path: string;
                /** @description What it is called when it is downloaded */
                name: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Outputs that could not be taken; they never make a command fail */
            output_errors: {
                path: string;
                /** @enum {unknown} */
                code: "missing" | "folder" | "link" | "outside" | "special" | "unreadable" | "foreign" | "too_large" | "too_large_together" | "project_full" | "failed";
                /** @description Why it was not taken */
                message: string;
            }[];
            /** @description Of one that failed: what of the sandbox it ran into, in words for an agent; empty: nothing that is known */
            policy_notes: string[];
            timing: {
                /**
                 * @description ISO-8601, UTC, ending in Z
                 * @example 2026-02-24T12:34:56.123Z
                 */
                started_at: string;
                duration_ms: number;
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        Delivery: {
            /** @description webhook-id: the same at every attempt, so that a receiver can recognize a repeat */
            id: string;
            /** @enum {unknown} */
            event: "job.started" | "job.waiting_user" | "job.succeeded" | "job.failed" | "job.canceled";
            /** @description Without its query */
            url: string;
            /** @enum {unknown} */
            state: "pending" | "delivered" | "given_up";
            tries: number;
            last_status: number | null;
            last_error: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            last_try_at: string | null;
            next_try_at: string | null;
            delivered_at: string | null;
        };
        DeliveryList: {
            request_id: string;
            deliveries: components["schemas"]["Delivery"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        Engine: {
            /**
             * @description Name of the engine
             * @example codex
             */
            engine: string;
            /** @description Allowed by SKILL_RUNNER_ENGINES */
            enabled: boolean;
            installed: boolean;
            cli_version: string | null;
            pinned_version: string | null;
            notice: string | null;
            auth_ready: boolean | null;
            /**
             * @description Result of the sandbox test at start
             * @enum {unknown}
             */
            sandbox_status: "bubblewrap" | "unavailable" | "off";
            models_count: number;
            default_model: string | null;
            can: {
                resume: boolean;
                output_schema: boolean;
            };
            /** @description Jobs can run on it now */
            ready: boolean;
            reason_code: ("not_enabled" | "not_built" | "withdrawn" | "not_installed" | "program_unusable" | "sandbox_unavailable" | "settings_invalid" | "signed_out") | null;
            reason: string | null;
        };
        EngineInstall: {
            /**
             * @description Name of the engine
             * @example codex
             */
            engine: string;
            upgrade_status: components["schemas"]["InstallStatus"];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        EngineList: {
            engines: components["schemas"]["Engine"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        EngineModel: {
            /** @description The value for model in a job */
            id: string;
            display_name: string;
            /**
             * @deprecated
             * @description Deprecated, use display_name
             */
            name: string;
            /** @description Aliases */
            aliases: string[];
            provider: string | null;
            /** @description The values for effort in a job; empty: the model has none to choose from */
            supported_effort: string[];
            /** @description Retired or about to be; a job may name it, and gets a warning */
            deprecated: boolean;
            notes: string | null;
        };
        EngineModels: {
            /**
             * @description Name of the engine
             * @example codex
             */
            engine: string;
            cli_version: string | null;
            /** @description Default first */
            models: components["schemas"]["EngineModel"][];
            default_model: string | null;
            fallback_reason: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        EngineRollback: {
            /**
             * @description Name of the engine
             * @example codex
             */
            engine: string;
            /** @description The version that new runs use now */
            cli_version: string;
            previous_version: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description An engine that gave way to the next one of engines, and why */
        EngineTried: {
            engine: string;
            model: string | null;
            error_code: string;
            /** @description In the words of the engine, where it said something */
            message: string;
        };
        Eval: {
            eval_id: string;
            skill_id: string;
            skill_version: string;
            skill_digest: string;
            /** @description The skill was sent along and is not installed */
            temporary: boolean;
            /**
             * @description not_graded: nothing failed, but at least one statement was judged by nobody
             * @enum {unknown}
             */
            status: "running" | "passed" | "failed" | "not_graded" | "canceled";
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            finished_at: string | null;
            grader: string | null;
            /** @description By engine */
            totals: components["schemas"]["EvalTotals"][];
            cases: {
                id: string;
                prompt: string | null;
            }[];
            /** @description Cases × engines × repetitions */
            cells: components["schemas"]["EvalCell"][];
            /** @description Warnings about evals/evals.json, and cases that were left out */
            notes: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        EvalCell: {
            case_id: string;
            /** @description "script" if there is no engine */
            engine: string;
            repetition: number;
            /**
             * @description not_graded: nothing failed, but at least one statement was judged by nobody
             * @enum {unknown}
             */
            status: "waiting" | "running" | "grading" | "passed" | "failed" | "not_graded" | "canceled";
            request_id: string | null;
            run_id: string | null;
            run_status: ("queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled") | null;
            seconds: number | null;
            usage: components["schemas"]["Usage"] | null;
            grade_request_id: string | null;
            grade_usage: components["schemas"]["Usage"] | null;
            checks: components["schemas"]["EvalCheck"][];
        };
        EvalCheck: {
            /** @enum {unknown} */
            kind: "run" | "data" | "data_schema" | "artifact" | "statement";
            /** @description What was expected, in words */
            expectation: string;
            /** @enum {unknown} */
            status: "passed" | "failed" | "not_graded";
            expected: string | null;
            actual: string | null;
            reason: string | null;
            judged_by: string | null;
        };
        EvalCreate: {
            /** @description An installed skill; left out if the skill is sent along */
            skill_id?: string;
            /** @description Where to run the cases. Default: the engines of each case, or else the one that a job without an engine gets */
            engines?: string[];
            /** @description Ids; default: all */
            cases?: string[];
            /** @description Instead of those of the cases */
            repetitions?: number;
            /** @description The engine that judges expectations and expected_output; without one they are not graded */
            grader?: string;
            /**
             * @description Runs at the same time
             * @default 2
             */
            concurrency?: number;
        };
        /** @description The first part is the request, the second the skill to test */
        EvalForm: {
            eval: components["schemas"]["EvalCreate"];
            /** @description The skill: a zip with exactly one folder at its top; it is not installed */
            skill_package: Blob;
        };
        EvalList: {
            evals: components["schemas"]["EvalSummary"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        EvalSummary: {
            eval_id: string;
            skill_id: string;
            skill_version: string;
            skill_digest: string;
            /** @description The skill was sent along and is not installed */
            temporary: boolean;
            /**
             * @description not_graded: nothing failed, but at least one statement was judged by nobody
             * @enum {unknown}
             */
            status: "running" | "passed" | "failed" | "not_graded" | "canceled";
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            finished_at: string | null;
        };
        EvalTotals: {
            engine: string;
            cells: number;
            passed: number;
            failed: number;
            not_graded: number;
            pass_rate: number | null;
            /** @description Of all runs together */
            seconds: number;
            /** @description Input and output */
            tokens: number;
            cost_usd: number | null;
            grading_cost_usd: number | null;
        };
        /** @description evals/evals.json of a skill: its test cases (docs/evals.md) */
        EvalsFile: {
            skill_name?: string;
            evals: components["schemas"]["EvalsFileCase"][];
        };
        EvalsFileCase: {
            /** @description Unique in the file */
            id: string | number;
            /** @description What a person would ask */
            prompt?: string;
            input?: {
                [key: string]: unknown;
            };
            parameter?: {
                [key: string]: unknown;
            };
            /** @description Input files: a list, or an object by the names of the inputs */
            files?: string[] | {
                [key: string]: string;
            };
            /** @description Replies to the questions of an interactive skill, in their order */
            replies?: unknown[];
            engines?: string[];
            repetitions?: number;
            /** @description In words; a grader judges it */
            expected_output?: string;
            /** @description The whole result, as a value */
            expected_data?: unknown;
            /** @description JSON Schema of the result */
            expected_data_schema?: {
                [key: string]: unknown;
            };
            expected_artifacts?: (string | components["schemas"]["ExpectedArtifact"])[];
            /** @description Statements about the output; a grader judges them */
            expectations?: string[];
            /** @description Another word for expectations */
            assertions?: string[];
        };
        EventHistory: {
            request_id: string;
            count: number;
            events: (components["schemas"]["FcmpEvent"] | components["schemas"]["RaspEvent"])[];
            next_from_seq: number | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecActivate: {
            /** @description A skill of the project */
            skill_name: string;
            /** @description version_hash or a prefix of it: commands of this session use it from now on. Left out: they use the active version of the project */
            version?: string;
        };
        ExecActivation: {
            session_id: string;
            skill_name: string;
            version_hash: string;
            /** @description Where commands of this session find it: workdir skill */
            folder: string;
            /** @description Of the skill */
            files: number;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecArtifact: {
            artifact_id: string;
            project_id: string;
            /** @description What it is called when it is downloaded */
            name: string;
            /** @description By its name */
            mime: string;
            bytes: number;
            sha256: string;
            /**
             * @description Who brought it, or what it is an output of
             * @enum {unknown}
             */
            source: "upload" | "command" | "task" | "job";
            source_id: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
        };
        ExecArtifactList: {
            artifacts: components["schemas"]["ExecArtifact"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecArtifactRemoved: {
            artifact_id: string;
            /** @constant */
            removed: true;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecArtifactView: {
            artifact_id: string;
            project_id: string;
            /** @description What it is called when it is downloaded */
            name: string;
            /** @description By its name */
            mime: string;
            bytes: number;
            sha256: string;
            /**
             * @description Who brought it, or what it is an output of
             * @enum {unknown}
             */
            source: "upload" | "command" | "task" | "job";
            source_id: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecJob: {
            job_id: string;
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            step_count: number;
            max_wall_time_sec: number;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        ExecJobAccepted: {
            job_id: string;
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            step_count: number;
            max_wall_time_sec: number;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecJobCanceled: {
            job_id: string;
            /**
             * @description canceled once the end of its step is confirmed
             * @enum {unknown}
             */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
            /** @description false: it had ended before */
            accepted: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecJobEvent: {
            /** @description Everything up to and with this event: ?cursor= continues behind it */
            cursor: string;
            /**
             * @description status: of the job. step: the state of a step. output: what a step printed
             * @enum {unknown}
             */
            type: "status" | "step" | "output";
            /**
             * @description Of the job or the step; a job is never starting
             * @enum {unknown}
             */
            status?: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            error?: components["schemas"]["RunError"] | null;
            /** @description Which step */
            index?: number;
            name?: string | null;
            task_id?: string;
            exit_code?: number | null;
            /** @enum {unknown} */
            stream?: "stdout" | "stderr";
            byte_from?: number;
            byte_to?: number;
            text?: string;
        };
        ExecJobEvents: {
            job_id: string;
            events: components["schemas"]["ExecJobEvent"][];
            /** @description For the next call */
            cursor: string;
            /** @description The job has ended and everything of it was told */
            finished: boolean;
            /**
             * @description A watch with this dedupe_key is live: this one was not started, and tells nothing
             * @constant
             */
            already_running?: true;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecJobList: {
            jobs: components["schemas"]["ExecJob"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecJobRequest: {
            /** @description A skill of the project */
            skill_name: string;
            /**
             * @description The session: a folder of this project and caller that keeps what commands leave
             * @default default
             */
            session_id?: string;
            /**
             * @description Where it runs, below the folder of the session; skill: the folder of the skill. It is made where it is missing
             * @default skill
             */
            workdir?: string;
            /** @description Variables, at most 100,000 bytes together; nothing of the server is seen by commands */
            env?: {
                [key: string]: string;
            };
            /** @description Hosts that it has to reach, within what the server allows; without it there is no network */
            network?: {
                /** @description example.com, *.example.com, example.com:8443, or * for every public host */
                allow: string[];
            };
            /** @description Commands that run one after the other; the first that fails ends the job */
            steps: {
                name?: string;
                /** @description A line of shell; at most 100,000 bytes */
                command: string;
                /** @description Most seconds it may take, within what the server allows */
                timeout_sec?: number;
                /** @description Variables of this step, beside those of the job */
                env?: {
                    [key: string]: string;
                };
                /** @description Hosts that this step has to reach, instead of those of the job */
                network?: {
                    /** @description example.com, *.example.com, example.com:8443, or * for every public host */
                    allow: string[];
                };
            }[];
            /** @description Most seconds that all steps may take together, within what the server allows */
            max_wall_time_sec?: number;
        };
        ExecJobStep: {
            index: number;
            name: string | null;
            command: string;
            /**
             * @description pending: its turn is to come. skipped: the job ended before
             * @enum {unknown}
             */
            status: "pending" | "skipped" | "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            task_id: string | null;
            exit_code: number | null;
            error: components["schemas"]["RunError"] | null;
            started_at: string | null;
            finished_at: string | null;
            stdout: {
                /** @description Its end, as UTF-8 */
                text: string;
                /** @description Of all that was printed */
                bytes: number;
                /** @description The text is only the end of it */
                truncated: boolean;
            };
            stderr: {
                /** @description Its end, as UTF-8 */
                text: string;
                /** @description Of all that was printed */
                bytes: number;
                /** @description The text is only the end of it */
                truncated: boolean;
            };
        };
        ExecJobWithSteps: {
            job_id: string;
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            step_count: number;
            max_wall_time_sec: number;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            steps: components["schemas"]["ExecJobStep"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecProviders: {
            /** @enum {unknown} */
            mode: "local" | "remote";
            sandbox: {
                /** @enum {unknown} */
                status: "bubblewrap" | "srt" | "unavailable" | "off" | "remote";
                reason: string | null;
                system_calls: string | null;
            };
            remote: {
                /** @enum {unknown} */
                status: "ready" | "unavailable";
                reason: string | null;
                /** @description What sandboxes are made from */
                template: string;
                /** @description A sandbox ends so long after its last use */
                idle_sec: number;
                /** @description A sandbox ends so long after its start in any case */
                hard_sec: number;
                /** @description Whether commands reach the internet */
                internet: boolean;
                /** @description Whether services are allowed, without ports */
                services: boolean;
            } | null;
            network: {
                /** @description Hosts that commands, tasks, services and steps can ask to reach */
                allow: string[];
            };
            /** @description Those that hold for the project */
            limits: {
                /** @description 0: no limit */
                command_sec: number;
                /** @description 0: no limit */
                most_command_sec: number;
                /** @description 0: no limit */
                task_sec: number;
                /** @description 0: no limit */
                running_tasks: number;
                /** @description 0: no limit */
                queued_tasks: number;
                /** @description 0: no limit */
                service_sec: number;
                /** @description 0: no limit */
                service_idle_sec: number;
                /** @description 0: no limit */
                running_services: number;
                /** @description 0: no limit */
                startup_sec: number;
                /** @description 0: no limit */
                most_startup_sec: number;
                /** @description 0: no limit */
                job_sec: number;
                /** @description 0: no limit */
                running_jobs: number;
                /** @description 0: no limit */
                queued_jobs: number;
                /** @description 0: no limit */
                artifact_bytes: number;
                /** @description 0: no limit */
                artifacts_bytes: number;
                /** @description 0: no limit */
                project_artifact_bytes: number;
                /** @description 0: no limit */
                session_bytes: number;
                /** @description 0: no limit */
                session_files: number;
                /** @description 0: no limit */
                memory_bytes: number;
                /** @description 0: no limit */
                processes: number;
                /** @description 0: no limit */
                cpu_seconds: number;
                /** @description 0: no limit */
                max_cost_usd_per_day: number;
                /** @description 0: no limit */
                max_tokens_per_day: number;
                /** @description That are waited for, at once */
                running_commands: number;
                /** @description Of both streams of a command or task */
                output_bytes: number;
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecQuery: {
            /** @description A skill of the project */
            skill_name: string;
            /**
             * @description The session: a folder of this project and caller that keeps what commands leave
             * @default default
             */
            session_id?: string;
            /**
             * @description Where it runs, below the folder of the session; skill: the folder of the skill. It is made where it is missing
             * @default skill
             */
            workdir?: string;
            /** @description Variables, at most 100,000 bytes together; nothing of the server is seen by commands */
            env?: {
                [key: string]: string;
            };
            /** @description Most seconds it may take, within what the server allows */
            timeout_sec?: number;
            /** @description Artifacts that are copied into workdir before it starts */
            inputs?: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            /** @description A line of shell that prints JSON */
            query_command: string;
            /** @description Where the state is in that JSON: names, and positions in arrays, joined by dots */
            status_field: string;
            /** @description Values of the field that mean success */
            done_states: string[];
            /** @description Values of the field that mean failure */
            error_states: string[];
        };
        ExecQueryResult: {
            /**
             * @description running: the value is in neither list
             * @enum {unknown}
             */
            status: "running" | "succeeded" | "failed";
            /** @description What the field holds, as text */
            value: string;
            /** @description What the command printed */
            raw: string;
            session_id: string;
            skill_name: string;
            version_hash: string;
            workdir: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecRequest: {
            /** @description A skill of the project */
            skill_name: string;
            /** @description A line of shell; at most 100,000 bytes */
            command: string;
            /**
             * @description The session: a folder of this project and caller that keeps what commands leave
             * @default default
             */
            session_id?: string;
            /**
             * @description Where it runs, below the folder of the session; skill: the folder of the skill. It is made where it is missing
             * @default skill
             */
            workdir?: string;
            /** @description Variables, at most 100,000 bytes together; nothing of the server is seen by commands */
            env?: {
                [key: string]: string;
            };
            /** @description Hosts that it has to reach, within what the server allows; without it there is no network */
            network?: {
                /** @description example.com, *.example.com, example.com:8443, or * for every public host */
                allow: string[];
            };
            /** @description Most seconds it may take, within what the server allows */
            timeout_sec?: number;
            /** @description Artifacts that are copied into workdir before it starts */
            inputs?: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            /** @description Files that become artifacts after its end, however it ended */
            outputs?: {
                /** @description Relative to workdir */
                path: string;
                /** @description Name of the artifact; default: that of the file */
                save_as?: string;
            }[];
        };
        ExecServiceAccepted: {
            task_id: string;
            /** @enum {unknown} */
            kind: "task" | "service";
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            command: string;
            job_id: string | null;
            step_index: number | null;
            timeout_sec: number;
            network: {
                /** @description Hosts that it may reach; none: it has no network */
                allow: string[];
            };
            exit_code: number | null;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            inputs: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            outputs: {
                /** @description Relative to workdir */
                path: string;
                /** @description Name of the artifact; default: that of the file */
                save_as?: string;
            }[];
            created_artifacts: {
                artifact_id: string;
                path: string;
                /** @description What it is called when it is downloaded */
                name: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Outputs that could not be taken; they never make a command fail */
            output_errors: {
                path: string;
                /** @enum {unknown} */
                code: "missing" | "folder" | "link" | "outside" | "special" | "unreadable" | "foreign" | "too_large" | "too_large_together" | "project_full" | "failed";
                /** @description Why it was not taken */
                message: string;
            }[];
            /** @description Of a service: where its ports are, once it is started */
            exposed_endpoints: {
                /** @description In the sandbox */
                port: number;
                /** @description On the loopback of the server, at the host of `url`: the same number where it was free */
                host_port: number;
                /** @example http://127.0.0.2:8080 */
                url: string;
            }[];
            /** @description The last connection to each port reached the service; false once it has ended */
            exposed_endpoints_active: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecServiceRequest: {
            /** @description A skill of the project */
            skill_name: string;
            /** @description A line of shell; at most 100,000 bytes */
            command: string;
            /**
             * @description The session: a folder of this project and caller that keeps what commands leave
             * @default default
             */
            session_id?: string;
            /**
             * @description Where it runs, below the folder of the session; skill: the folder of the skill. It is made where it is missing
             * @default skill
             */
            workdir?: string;
            /** @description Variables, at most 100,000 bytes together; nothing of the server is seen by commands */
            env?: {
                [key: string]: string;
            };
            /** @description Hosts that it has to reach, within what the server allows; without it there is no network */
            network?: {
                /** @description example.com, *.example.com, example.com:8443, or * for every public host */
                allow: string[];
            };
            /** @description Most seconds it may take, within what the server allows */
            timeout_sec?: number;
            /** @description Artifacts that are copied into workdir before it starts */
            inputs?: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            /** @description Files that become artifacts after its end, however it ended */
            outputs?: {
                /** @description Relative to workdir */
                path: string;
                /** @description Name of the artifact; default: that of the file */
                save_as?: string;
            }[];
            /** @description A regular expression (ECMAScript, flag u). The service is running once a line of its output fits; without it, once its first port answers */
            ready_pattern?: string;
            /** @description Most seconds until it is ready, within what the server allows */
            startup_timeout_sec?: number;
            /** @description Ports on its loopback that clients on the machine of the server can connect to */
            expose_ports?: number[];
        };
        ExecSession: {
            session_id: string;
            owner: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            last_used_at: string;
        };
        ExecSessionList: {
            sessions: components["schemas"]["ExecSession"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecSessionView: {
            session_id: string;
            owner: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            last_used_at: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecTask: {
            task_id: string;
            /** @enum {unknown} */
            kind: "task" | "service";
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            command: string;
            job_id: string | null;
            step_index: number | null;
            timeout_sec: number;
            network: {
                /** @description Hosts that it may reach; none: it has no network */
                allow: string[];
            };
            exit_code: number | null;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            inputs: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            outputs: {
                /** @description Relative to workdir */
                path: string;
                /** @description Name of the artifact; default: that of the file */
                save_as?: string;
            }[];
            created_artifacts: {
                artifact_id: string;
                path: string;
                /** @description What it is called when it is downloaded */
                name: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Outputs that could not be taken; they never make a command fail */
            output_errors: {
                path: string;
                /** @enum {unknown} */
                code: "missing" | "folder" | "link" | "outside" | "special" | "unreadable" | "foreign" | "too_large" | "too_large_together" | "project_full" | "failed";
                /** @description Why it was not taken */
                message: string;
            }[];
            /** @description Of a service: where its ports are, once it is started */
            exposed_endpoints: {
                /** @description In the sandbox */
                port: number;
                /** @description On the loopback of the server, at the host of `url`: the same number where it was free */
                host_port: number;
                /** @example http://127.0.0.2:8080 */
                url: string;
            }[];
            /** @description The last connection to each port reached the service; false once it has ended */
            exposed_endpoints_active: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        ExecTaskAccepted: {
            task_id: string;
            /** @enum {unknown} */
            kind: "task" | "service";
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            command: string;
            job_id: string | null;
            step_index: number | null;
            timeout_sec: number;
            network: {
                /** @description Hosts that it may reach; none: it has no network */
                allow: string[];
            };
            exit_code: number | null;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            inputs: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            outputs: {
                /** @description Relative to workdir */
                path: string;
                /** @description Name of the artifact; default: that of the file */
                save_as?: string;
            }[];
            created_artifacts: {
                artifact_id: string;
                path: string;
                /** @description What it is called when it is downloaded */
                name: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Outputs that could not be taken; they never make a command fail */
            output_errors: {
                path: string;
                /** @enum {unknown} */
                code: "missing" | "folder" | "link" | "outside" | "special" | "unreadable" | "foreign" | "too_large" | "too_large_together" | "project_full" | "failed";
                /** @description Why it was not taken */
                message: string;
            }[];
            /** @description Of a service: where its ports are, once it is started */
            exposed_endpoints: {
                /** @description In the sandbox */
                port: number;
                /** @description On the loopback of the server, at the host of `url`: the same number where it was free */
                host_port: number;
                /** @example http://127.0.0.2:8080 */
                url: string;
            }[];
            /** @description The last connection to each port reached the service; false once it has ended */
            exposed_endpoints_active: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecTaskList: {
            tasks: components["schemas"]["ExecTask"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExecTaskWithOutput: {
            task_id: string;
            /** @enum {unknown} */
            kind: "task" | "service";
            project_id: string;
            /** @enum {unknown} */
            status: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            session_id: string;
            skill_name: string;
            /** @description Which version of the skill */
            version_hash: string;
            workdir: string;
            command: string;
            job_id: string | null;
            step_index: number | null;
            timeout_sec: number;
            network: {
                /** @description Hosts that it may reach; none: it has no network */
                allow: string[];
            };
            exit_code: number | null;
            error: components["schemas"]["RunError"] | null;
            cancel_requested: boolean;
            cancel_reason: string | null;
            inputs: {
                /** @description An artifact of the project */
                artifact_id: string;
                /** @description Relative to workdir */
                mount_path: string;
            }[];
            outputs: {
                /** @description Relative to workdir */
                path: string;
                /** @description Name of the artifact; default: that of the file */
                save_as?: string;
            }[];
            created_artifacts: {
                artifact_id: string;
                path: string;
                /** @description What it is called when it is downloaded */
                name: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Outputs that could not be taken; they never make a command fail */
            output_errors: {
                path: string;
                /** @enum {unknown} */
                code: "missing" | "folder" | "link" | "outside" | "special" | "unreadable" | "foreign" | "too_large" | "too_large_together" | "project_full" | "failed";
                /** @description Why it was not taken */
                message: string;
            }[];
            /** @description Of a service: where its ports are, once it is started */
            exposed_endpoints: {
                /** @description In the sandbox */
                port: number;
                /** @description On the loopback of the server, at the host of `url`: the same number where it was free */
                host_port: number;
                /** @example http://127.0.0.2:8080 */
                url: string;
            }[];
            /** @description The last connection to each port reached the service; false once it has ended */
            exposed_endpoints_active: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            stdout: {
                /** @description Its end, as UTF-8 */
                text: string;
                /** @description Of all that was printed */
                bytes: number;
                /** @description The text is only the end of it */
                truncated: boolean;
            };
            stderr: {
                /** @description Its end, as UTF-8 */
                text: string;
                /** @description Of all that was printed */
                bytes: number;
                /** @description The text is only the end of it */
                truncated: boolean;
            };
            /** @description Of one that failed: what of the sandbox it ran into, in words for an agent; empty: nothing that is known */
            policy_notes: string[];
            /** @description Of everything that is told here: to follow the task from here on */
            cursor: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ExpectedArtifact: {
            /** @description Relative to artifacts/ */
            path?: string;
            /** @description A glob, relative to artifacts/ */
            pattern?: string;
            role?: string;
            sha256?: string;
            /** @description Bytes */
            size?: number;
            /** @description Bytes */
            min_size?: number;
            /** @description Bytes */
            max_size?: number;
        };
        /** @description The format of every error, on every route */
        Failure: {
            error: {
                /** @description A code from the table in /docs */
                code: string;
                /** @description What happened, and what to do */
                message: string;
                /** @description Facts about the error. If several things can be wrong: problems, a list of {path, message, keyword} */
                details: {
                    [key: string]: unknown;
                };
                request_id: string | null;
            };
        };
        /** @description An event for front ends: the data of every chat_event */
        FcmpEvent: {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "conversation.started";
            data: {
                session_id: string | null;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "conversation.state.changed";
            data: {
                /** @enum {unknown} */
                from: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                /** @enum {unknown} */
                to: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                /** @enum {unknown} */
                trigger: "turn.started" | "turn.needs_input" | "turn.succeeded" | "turn.failed" | "interaction.reply.accepted" | "interaction.auto_decide.timeout" | "run.canceled" | "restart.preserve_waiting" | "restart.reconcile_failed";
                /**
                 * @description ISO-8601, UTC, with milliseconds; never decreases within a run
                 * @example 2026-02-24T12:34:56.123Z
                 */
                updated_at: string;
                pending_interaction_id: number | null;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "assistant.message.final";
            data: {
                message_id: string;
                text: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "assistant.message.intermediate";
            data: {
                message_id: string;
                text: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "assistant.reasoning";
            data: {
                text: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "assistant.tool_call";
            data: {
                /** @enum {unknown} */
                phase: "started" | "completed" | "failed";
                name: string;
                call_id: string;
                /** @description One line for a person */
                summary: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "user.input.required";
            data: {
                /** @description Increases with every question of the run */
                interaction_id: number;
                /** @enum {unknown} */
                kind: "choose_one" | "confirm" | "fill_fields" | "open_text" | "risk_ack" | "upload_files";
                /** @description The question for the person */
                prompt: string;
                /** @description Empty: any reply is valid */
                options: {
                    /** @description The value of a reply */
                    value: string;
                    label: string;
                }[];
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "interaction.reply.accepted";
            data: {
                /** @description Increases with every question of the run */
                interaction_id: number;
                /** @enum {unknown} */
                resolution_mode: "user_reply" | "auto_decide_timeout";
                /**
                 * @description ISO-8601, UTC, with milliseconds; never decreases within a run
                 * @example 2026-02-24T12:34:56.123Z
                 */
                accepted_at: string;
                /** @description The beginning of the reply */
                response_preview: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "interaction.auto_decide.timeout";
            data: {
                /** @description Increases with every question of the run */
                interaction_id: number;
                /** @description How long the question waited */
                timeout_sec: number;
                /** @description The policy that the engine was told to follow */
                policy: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "usage.updated";
            data: components["schemas"]["Usage"];
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "artifact.created";
            data: {
                path: string;
                role: string;
                mime: string;
                size: number;
                sha256: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "diagnostic.warning";
            data: {
                code: string;
                message: string;
                /** @enum {unknown} */
                severity: "info" | "warning" | "error";
                /** @description Confidence of the parser */
                confidence?: number;
                /** @description Number of occurrences, if several are reported as one */
                count?: number;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "raw.stdout";
            data: {
                text: string;
                /** @description true: a preview; raw_ref leads to the rest */
                truncated: boolean;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "raw.stderr";
            data: {
                text: string;
                /** @description true: a preview; raw_ref leads to the rest */
                truncated: boolean;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "conversation.completed";
            data: {
                /** @enum {unknown} */
                state: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                reason_code: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "conversation.failed";
            data: {
                error: {
                    /** @enum {unknown} */
                    category: "run" | "limit" | "output" | "server";
                    code: string;
                    message: string;
                };
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "fcmp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            engine: string;
            /** @constant */
            type: "conversation.canceled";
            data: {
                reason_code: string;
            };
            meta: {
                attempt: number;
                /** @description Counts within the attempt */
                local_seq: number;
                rasp_seq: number[];
                /** @description Confidence of the parser */
                confidence: number;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        };
        Handshake: {
            schema?: string;
            client?: {
                [key: string]: unknown;
            };
            /**
             * @example [
             *       "skillrunner.job.v1"
             *     ]
             */
            requested_protocols?: string[];
        };
        HandshakeAnswer: {
            /** @constant */
            schema: "zotero-agents.skillrunner-handshake.response.v1";
            backend: {
                name: string;
                version: string;
            };
            protocols: {
                [key: string]: {
                    supported: boolean;
                };
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        Health: {
            /** @constant */
            status: "ok";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Sent after 5 seconds of silence */
        Heartbeat: {
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
        };
        InstallRequest: {
            /** @description An exact version. Default: the pinned one for install, the newest on npm for upgrade */
            version?: string;
        };
        InstallStatus: {
            /**
             * @description idle: nothing was requested yet
             * @enum {unknown}
             */
            state: "idle" | "running" | "succeeded" | "failed";
            action: ("install" | "upgrade" | "probe") | null;
            version: string | null;
            /**
             * @description The current or last step
             * @enum {unknown}
             */
            step: "waiting" | "resolving" | "downloading" | "probing" | "done";
            /** @description Bytes on disk so far */
            bytes: number;
            started_at: string | null;
            finished_at: string | null;
            error: string | null;
            changes: {
                /**
                 * @description docs/engines.md describes the cases
                 * @enum {unknown}
                 */
                case: "flags" | "skill_folder" | "tool_call" | "schema" | "resume" | "big_output" | "kill" | "network";
                before: ("yes" | "no" | "differs") | null;
                after: ("yes" | "no" | "differs") | null;
                reason: string | null;
            }[] | null;
            /** @description The last lines of the output of npm, or the results of a probe so far */
            output_tail: string[];
        };
        InteractionReply: {
            /** @description Increases with every question of the run */
            interaction_id: number;
            /** @description choose_one: the value of an option, or {text} with it. confirm and risk_ack: true or false. fill_fields: an object with the required fields. open_text: a text, or {text}. upload_files: anything, including null */
            response: unknown;
            /**
             * @description For clients of the Python server: this API knows no other mode
             * @enum {unknown}
             */
            mode?: "interaction";
            /** @description The same as the header Idempotency-Key */
            idempotency_key?: string;
        };
        /** @description result is present if the caller waited and the run ended */
        Job: {
            request_id: string;
            run_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @description "temporary" until the package of a temporary skill arrives */
            skill_id: string;
            /** @description The skill was uploaded with the job and is deleted after its run */
            temporary: boolean;
            skill_version: string;
            /** @description sha256 over the whole skill folder, pinned when the job was created */
            skill_digest: string;
            /** @description "script" if there is no engine */
            engine: string;
            model: string | null;
            /** @description Engines that were tried before engine; absent: none */
            engines_tried?: components["schemas"]["EngineTried"][];
            /** @description Engines that are tried after engine; absent: none */
            engines_left?: string[];
            /** @enum {unknown} */
            execution_mode: "auto" | "interactive";
            /** @description 0 until the run first starts */
            attempt_number: number;
            cache_hit: boolean;
            awaiting_upload: boolean;
            queue_position: number | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            updated_at: string;
            started_at: string | null;
            finished_at: string | null;
            pending_interaction_id: number | null;
            interaction_count: number;
            auto_decision_count: number;
            last_auto_decision_at: string | null;
            /** @enum {unknown} */
            recovery_state: "none" | "recovered_waiting" | "failed_reconciled";
            recovered_at: string | null;
            recovery_reason: string | null;
            usage: components["schemas"]["Usage"] | null;
            budget?: components["schemas"]["BudgetOfJob"];
            warnings: components["schemas"]["Warning"][];
            error: components["schemas"]["RunError"] | null;
            result?: components["schemas"]["JobResult"];
        };
        /** @description result is present if the caller waited and the run ended */
        JobAccepted: {
            request_id: string;
            cache_hit: boolean;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /**
             * @description Present while the job waits for its upload
             * @constant
             */
            awaiting_upload?: true;
            /** @description Where to upload its files, or an empty form if there are none; present while the job waits */
            upload_url?: string;
            result?: components["schemas"]["JobResult"];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        JobCreate: {
            /** @example demo-prime-number */
            skill_id: string;
            /** @description Not needed for a script skill */
            engine?: string;
            /** @description Instead of engine: the engines in the order in which they are tried. The next one follows only where one cannot sign in, is over a limit of its provider or cannot reach it, and before it used a tool. model, effort and provider_id are those of the first */
            engines?: string[];
            input?: {
                [key: string]: unknown;
            };
            parameter?: {
                [key: string]: unknown;
            };
            /** @description As listed by /v1/engines/{engine}/models */
            model?: string;
            /** @description How hard the model thinks: model and effort mean model@effort. default: that of the model */
            effort?: string;
            /** @description For engines whose models are named provider/model: provider_id and model mean that */
            provider_id?: string;
            runtime_options?: components["schemas"]["RuntimeOptions"];
            /** @description Settings of the codex CLI, with the names of its own config file; they override those of the skill and apply when codex runs the job */
            codex_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the gemini CLI, with the names of its own config file; they override those of the skill and apply when gemini runs the job */
            gemini_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the iflow CLI, with the names of its own config file; they override those of the skill and apply when iflow runs the job */
            iflow_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the opencode CLI, with the names of its own config file; they override those of the skill and apply when opencode runs the job */
            opencode_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the claude CLI, with the names of its own config file; they override those of the skill and apply when claude runs the job */
            claude_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the qwen CLI, with the names of its own config file; they override those of the skill and apply when qwen runs the job */
            qwen_config?: {
                [key: string]: unknown;
            };
            webhook?: components["schemas"]["Webhook"];
            /** @description true: wait for /upload. false: start now; a missing required file is an error. Default: wait if the skill declares a file input, unless the request waits for the result (Prefer, ?wait) and no file is required. Not for multipart requests */
            await_upload?: boolean;
        };
        /** @description The first part is the job, the others are its files */
        JobForm: {
            job: components["schemas"]["JobCreate"];
            /** @description All files in one zip; the file of an input is named after the input */
            file?: Blob;
        } & {
            [key: string]: unknown;
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description What to change. input and parameter replace the old ones; runtime_options are merged into the old ones, and no_cache is implied. The webhook of the old job is used unless another is given; null: none */
        JobRerun: {
            /** @description Without a model, the default model of the engine is used */
            engine?: string;
            /** @description Instead of engine: the engines in the order in which they are tried. The next one follows only where one cannot sign in, is over a limit of its provider or cannot reach it, and before it used a tool. model, effort and provider_id are those of the first */
            engines?: string[];
            input?: {
                [key: string]: unknown;
            };
            parameter?: {
                [key: string]: unknown;
            };
            /** @description As listed by /v1/engines/{engine}/models */
            model?: string;
            /** @description How hard the model thinks: model and effort mean model@effort. default: that of the model */
            effort?: string;
            /** @description For engines whose models are named provider/model: provider_id and model mean that */
            provider_id?: string;
            runtime_options?: components["schemas"]["RuntimeOptions"];
            /** @description Settings of the codex CLI, with the names of its own config file; they override those of the skill and apply when codex runs the job */
            codex_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the gemini CLI, with the names of its own config file; they override those of the skill and apply when gemini runs the job */
            gemini_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the iflow CLI, with the names of its own config file; they override those of the skill and apply when iflow runs the job */
            iflow_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the opencode CLI, with the names of its own config file; they override those of the skill and apply when opencode runs the job */
            opencode_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the claude CLI, with the names of its own config file; they override those of the skill and apply when claude runs the job */
            claude_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the qwen CLI, with the names of its own config file; they override those of the skill and apply when qwen runs the job */
            qwen_config?: {
                [key: string]: unknown;
            };
            webhook?: components["schemas"]["Webhook"] | null;
        };
        JobResult: {
            /** @enum {unknown} */
            status: "succeeded" | "failed" | "canceled";
            /** @description Any JSON value */
            data: unknown;
            artifacts: components["schemas"]["Artifact"][];
            normalization_level: ("N0" | "N1" | "N2" | "N3") | null;
            validation_warnings: components["schemas"]["Warning"][];
            error: components["schemas"]["RunError"] | null;
            usage: components["schemas"]["Usage"] | null;
            /** @description Engines that were tried before the one that answered; absent: none */
            engines_tried?: components["schemas"]["EngineTried"][];
        };
        JobResultView: {
            request_id: string;
            result: components["schemas"]["JobResult"];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description An event of the stream of a run; its data is sent as JSON */
        JobStreamEvent: {
            /** @constant */
            event: "snapshot";
            data: components["schemas"]["StreamSnapshot"];
        } | {
            /** @constant */
            event: "chat_event";
            /** @description The seq of the event */
            id: string;
            data: components["schemas"]["FcmpEvent"];
        } | {
            /** @constant */
            event: "heartbeat";
            data: components["schemas"]["Heartbeat"];
        };
        LogRange: {
            request_id: string;
            /** @enum {unknown} */
            stream: "stdout" | "stderr" | "pty";
            attempt: number;
            /** @description May be before the requested byte: a character is never split */
            byte_from: number;
            /** @description May be after the requested byte, for the same reason */
            byte_to: number;
            total_bytes: number;
            chunk: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        Logs: {
            request_id: string;
            attempt: number;
            prompt: string | null;
            stdout: string;
            stderr: string;
            prompt_truncated: boolean;
            /** @description true: only the end is included; logs/range returns the rest */
            stdout_truncated: boolean;
            stderr_truncated: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ManagedDelivery: {
            /** @description webhook-id: the same at every attempt, so that a receiver can recognize a repeat */
            id: string;
            /** @enum {unknown} */
            event: "job.started" | "job.waiting_user" | "job.succeeded" | "job.failed" | "job.canceled";
            /** @description Without its query */
            url: string;
            /** @enum {unknown} */
            state: "pending" | "delivered" | "given_up";
            tries: number;
            last_status: number | null;
            last_error: string | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            last_try_at: string | null;
            next_try_at: string | null;
            delivered_at: string | null;
            /** @description The job; it may have been deleted since */
            request_id: string;
        };
        ManagedDeliveryList: {
            /** @description Newest first */
            deliveries: components["schemas"]["ManagedDelivery"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ManagedEngine: {
            /**
             * @description Name of the engine
             * @example codex
             */
            engine: string;
            cli_version: string | null;
            auth_ready: boolean | null;
            /**
             * @description Result of the sandbox test at start
             * @enum {unknown}
             */
            sandbox_status: "bubblewrap" | "unavailable" | "off";
            models_count: number;
            /** @description Allowed by SKILL_RUNNER_ENGINES */
            enabled: boolean;
            installed: boolean;
            pinned_version: string | null;
            notice: string | null;
            /** @description Jobs can run on it now */
            ready: boolean;
            reason_code: ("not_enabled" | "not_built" | "withdrawn" | "not_installed" | "program_unusable" | "sandbox_unavailable" | "settings_invalid" | "signed_out") | null;
            reason: string | null;
        };
        ManagedEngineDetail: {
            /**
             * @description Name of the engine
             * @example codex
             */
            engine: string;
            cli_version: string | null;
            auth_ready: boolean | null;
            /**
             * @description Result of the sandbox test at start
             * @enum {unknown}
             */
            sandbox_status: "bubblewrap" | "unavailable" | "off";
            models_count: number;
            /** @description Allowed by SKILL_RUNNER_ENGINES */
            enabled: boolean;
            installed: boolean;
            pinned_version: string | null;
            notice: string | null;
            /** @description Jobs can run on it now */
            ready: boolean;
            reason_code: ("not_enabled" | "not_built" | "withdrawn" | "not_installed" | "program_unusable" | "sandbox_unavailable" | "settings_invalid" | "signed_out") | null;
            reason: string | null;
            models: components["schemas"]["EngineModel"][];
            upgrade_status: components["schemas"]["InstallStatus"];
            last_error: string | null;
            installed_versions: {
                version: string;
                /** @description New runs use this version */
                current: boolean;
                /**
                 * @description configured: named by SKILL_RUNNER_<ENGINE>_BIN
                 * @enum {unknown}
                 */
                source: "managed" | "configured";
            }[];
            previous_version: string | null;
            card: components["schemas"]["CapabilityCard"] | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ManagedEngineList: {
            engines: components["schemas"]["ManagedEngine"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ManagedSkillDetail: {
            id: string;
            version: string;
            name: string;
            description: string;
            engines: string[];
            unsupported_engines: string[];
            /** @description Those that the skill allows and that are enabled here; replay, if it ships recordings */
            effective_engines: string[];
            execution_modes: ("auto" | "interactive")[];
            /** @enum {unknown} */
            profile: "auto" | "plain";
            /** @enum {unknown} */
            health: "healthy" | "degraded";
            health_error: string | null;
            schemas: {
                input: {
                    [key: string]: unknown;
                };
                parameter: {
                    [key: string]: unknown;
                };
                output: {
                    [key: string]: unknown;
                };
            } | null;
            artifacts: {
                role: string;
                pattern: string;
                mime: string | null;
                required: boolean;
            }[];
            runtime: {
                timeout_sec: number;
                network: ("off" | "allowlist" | "gated" | "host") | null;
                /** @description Environment variables that its script needs */
                env: string[];
            } | null;
            max_attempt: number | null;
            digest: string | null;
            /** @description Problems that do not prevent its use, but should be fixed */
            warnings: string[];
            built_in: boolean;
            entrypoints: {
                /** @enum {unknown} */
                type: "prompt" | "script" | "hybrid";
                command: string | null;
                prompts: {
                    /** @description common: any engine */
                    engine: string;
                    template: string;
                }[];
            }[];
            files: {
                /** @description Relative to the folder of the run or skill, with slashes */
                rel_path: string;
                /** @description The last part of rel_path */
                name: string;
                is_dir: boolean;
                /** @description Folders above it; 0: none */
                depth: number;
                /**
                 * @deprecated
                 * @description Deprecated, use rel_path
                 */
                path: string;
                size: number;
            }[];
        };
        ManagedSkillList: {
            skills: components["schemas"]["SkillSummary"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        OpenAIError: {
            error: {
                /** @description What happened, and what to do */
                message: string;
                /** @description As OpenAI names it, such as invalid_request_error */
                type: string;
                param: null;
                /** @description A code from the table in /docs */
                code: string;
                /** @description Facts about the error. If several things can be wrong: problems, a list of {path, message, keyword} */
                details: {
                    [key: string]: unknown;
                };
            };
        };
        OpenAISkill: {
            /** @description skill_ and the name of the skill */
            id: string;
            /** @constant */
            object: "skill";
            name: string;
            description: string;
            /** @description The version in use */
            default_version: string;
            /** @description The newest version */
            latest_version: string;
            /** @description Seconds since 1970 */
            created_at: number;
        };
        OpenAISkillDeleted: {
            /** @description skill_ and the name of the skill */
            id: string;
            /** @constant */
            object: "skill.deleted";
            deleted: boolean;
        };
        OpenAISkillForm: {
            /** @description Files whose names begin with the folder of the skill, such as my-skill/SKILL.md; or one zip with that folder */
            "files[]"?: unknown[];
            /** @description A zip with one folder, which is the skill; instead of files[] */
            files?: Blob;
        };
        OpenAISkillList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["OpenAISkill"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
        };
        OpenAISkillUpdate: {
            /** @description A version, or latest */
            default_version: string;
        };
        OpenAISkillVersion: {
            /** @description skillver_ and the version_hash */
            id: string;
            /** @constant */
            object: "skill.version";
            /** @description skill_ and the name of the skill */
            skill_id: string;
            /** @description The version_hash */
            version: string;
            name: string;
            description: string;
            /** @description Seconds since 1970 */
            created_at: number;
        };
        OpenAISkillVersionDeleted: {
            id: string;
            /** @constant */
            object: "skill.version.deleted";
            deleted: boolean;
            /** @description The version_hash */
            version: string;
        };
        OpenAISkillVersionForm: {
            /** @description Files whose names begin with the folder of the skill, such as my-skill/SKILL.md; or one zip with that folder */
            "files[]"?: unknown[];
            /** @description A zip with one folder, which is the skill; instead of files[] */
            files?: Blob;
            /** @description Whether the version is the default one from now on; false if left out */
            default?: boolean;
        };
        OpenAISkillVersionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["OpenAISkillVersion"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
        };
        PackageAccepted: {
            request_id: string;
            /** @enum {unknown} */
            status: "running" | "succeeded" | "failed";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        PackageForm: {
            /** @description A zip with exactly one folder at its top: the skill */
            file: Blob;
        };
        PackageInstall: {
            request_id: string;
            /** @enum {unknown} */
            status: "running" | "succeeded" | "failed";
            skill_id: string | null;
            version: string | null;
            digest: string | null;
            action: ("install" | "update" | "unchanged") | null;
            error: components["schemas"]["RunError"] | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            finished_at: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        PackageVerdict: {
            /** @description It can be installed now */
            valid: boolean;
            skill_id: string | null;
            version: string | null;
            digest: string | null;
            action: ("install" | "update" | "unchanged") | null;
            /** @description Every problem of the package */
            problems: {
                entry: string | null;
                message: string;
            }[];
            /** @description Problems that do not prevent its use, but should be fixed */
            warnings: string[];
        };
        PendingInteraction: {
            /** @description Increases with every question of the run */
            interaction_id: number;
            /** @enum {unknown} */
            kind: "choose_one" | "confirm" | "fill_fields" | "open_text" | "risk_ack" | "upload_files";
            /** @description The question for the person */
            prompt: string;
            /** @description Empty: any reply is valid */
            options: {
                /** @description The value of a reply */
                value: string;
                label: string;
            }[];
            /** @description Hints for front ends, as the engine sent them. With allow_other: true a reply may differ from the options */
            ui_hints: {
                [key: string]: unknown;
            };
            default_decision_policy: string | null;
            /** @description Fields that a reply to fill_fields must contain */
            required_fields: string[];
            context: {
                /** @description Background for the person; by default, the text around the question. Missing: none */
                text?: string;
            };
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            asked_at: string;
            expires_at: string | null;
        };
        /** @description pending is null if the run does not wait for a reply */
        PendingView: {
            request_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            pending: components["schemas"]["PendingInteraction"] | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        Ping: {
            /** @constant */
            status: "ok";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        Profile: {
            name: string;
            project_id: string;
            /** @description Tools that its tokens may use, like skills_run_cmd */
            allowed_tools: string[];
            /** @description Whether web pages may run something with it */
            ui_allowed: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            updated_at: string;
        };
        ProfileList: {
            /** @description By name */
            profiles: components["schemas"]["Profile"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProfilePut: {
            /** @description skills_run_cmd or skills.run_cmd; an empty list allows none */
            allowed_tools: string[];
            /** @default false */
            ui_allowed?: boolean;
        };
        ProfileRemoved: {
            name: string;
            /** @constant */
            removed: true;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProfileView: {
            name: string;
            project_id: string;
            /** @description Tools that its tokens may use, like skills_run_cmd */
            allowed_tools: string[];
            /** @description Whether web pages may run something with it */
            ui_allowed: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            updated_at: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectLimits: {
            /** @description Time of a command that asks for none */
            command_sec?: number;
            /** @description Most that a command can ask for */
            most_command_sec?: number;
            /** @description Most time of a task, and its time if it asks for none */
            task_sec?: number;
            /** @description Tasks that run at once */
            running_tasks?: number;
            /** @description Tasks that wait */
            queued_tasks?: number;
            /** @description Most time of a service, and its time if it asks for none */
            service_sec?: number;
            /** @description Time of a service without output and connections */
            service_idle_sec?: number;
            /** @description Services that run at once */
            running_services?: number;
            /** @description Until a service is ready, if it asks for no other time */
            startup_sec?: number;
            /** @description Most that a service can ask for to become ready */
            most_startup_sec?: number;
            /** @description Most time of all steps of a job together, and its time if it asks for none */
            job_sec?: number;
            /** @description Step jobs that run at once */
            running_jobs?: number;
            /** @description Step jobs that wait */
            queued_jobs?: number;
            /** @description Size of one artifact, input or output */
            artifact_bytes?: number;
            /** @description Size of all inputs, and of all outputs, of a command or task */
            artifacts_bytes?: number;
            /** @description Size of all artifacts of the project; each counts as 64 KiB at least */
            project_artifact_bytes?: number;
            /** @description Disk space of a session */
            session_bytes?: number;
            /** @description Files and folders of a session */
            session_files?: number;
            /** @description Memory of all processes of a command or task */
            memory_bytes?: number;
            /** @description Processes and threads of a command or task */
            processes?: number;
            /** @description CPU time of all processes of a command or task */
            cpu_seconds?: number;
            /** @description US dollars that engines of all jobs of the project may cost together in a day (UTC) */
            max_cost_usd_per_day?: number;
            /** @description Tokens that engines of all jobs of the project may use together in a day (UTC) */
            max_tokens_per_day?: number;
        };
        ProjectLimitsView: {
            project_id: string;
            /** @description What was set for the project */
            own: {
                /** @description Time of a command that asks for none */
                command_sec?: number;
                /** @description Most that a command can ask for */
                most_command_sec?: number;
                /** @description Most time of a task, and its time if it asks for none */
                task_sec?: number;
                /** @description Tasks that run at once */
                running_tasks?: number;
                /** @description Tasks that wait */
                queued_tasks?: number;
                /** @description Most time of a service, and its time if it asks for none */
                service_sec?: number;
                /** @description Time of a service without output and connections */
                service_idle_sec?: number;
                /** @description Services that run at once */
                running_services?: number;
                /** @description Until a service is ready, if it asks for no other time */
                startup_sec?: number;
                /** @description Most that a service can ask for to become ready */
                most_startup_sec?: number;
                /** @description Most time of all steps of a job together, and its time if it asks for none */
                job_sec?: number;
                /** @description Step jobs that run at once */
                running_jobs?: number;
                /** @description Step jobs that wait */
                queued_jobs?: number;
                /** @description Size of one artifact, input or output */
                artifact_bytes?: number;
                /** @description Size of all inputs, and of all outputs, of a command or task */
                artifacts_bytes?: number;
                /** @description Size of all artifacts of the project; each counts as 64 KiB at least */
                project_artifact_bytes?: number;
                /** @description Disk space of a session */
                session_bytes?: number;
                /** @description Files and folders of a session */
                session_files?: number;
                /** @description Memory of all processes of a command or task */
                memory_bytes?: number;
                /** @description Processes and threads of a command or task */
                processes?: number;
                /** @description CPU time of all processes of a command or task */
                cpu_seconds?: number;
                /** @description US dollars that engines of all jobs of the project may cost together in a day (UTC) */
                max_cost_usd_per_day?: number;
                /** @description Tokens that engines of all jobs of the project may use together in a day (UTC) */
                max_tokens_per_day?: number;
            };
            /** @description What holds: its own, and else what the server allows */
            effective: {
                /** @description 0: no limit */
                command_sec: number;
                /** @description 0: no limit */
                most_command_sec: number;
                /** @description 0: no limit */
                task_sec: number;
                /** @description 0: no limit */
                running_tasks: number;
                /** @description 0: no limit */
                queued_tasks: number;
                /** @description 0: no limit */
                service_sec: number;
                /** @description 0: no limit */
                service_idle_sec: number;
                /** @description 0: no limit */
                running_services: number;
                /** @description 0: no limit */
                startup_sec: number;
                /** @description 0: no limit */
                most_startup_sec: number;
                /** @description 0: no limit */
                job_sec: number;
                /** @description 0: no limit */
                running_jobs: number;
                /** @description 0: no limit */
                queued_jobs: number;
                /** @description 0: no limit */
                artifact_bytes: number;
                /** @description 0: no limit */
                artifacts_bytes: number;
                /** @description 0: no limit */
                project_artifact_bytes: number;
                /** @description 0: no limit */
                session_bytes: number;
                /** @description 0: no limit */
                session_files: number;
                /** @description 0: no limit */
                memory_bytes: number;
                /** @description 0: no limit */
                processes: number;
                /** @description 0: no limit */
                cpu_seconds: number;
                /** @description 0: no limit */
                max_cost_usd_per_day: number;
                /** @description 0: no limit */
                max_tokens_per_day: number;
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectSkill: {
            name: string;
            /** @description What agents read to choose a skill */
            description: string;
            /** @description sha256 over every file of the skill: the identity of a version */
            version_hash: string;
            /** @description false: it can be neither loaded nor run */
            enabled: boolean;
            /**
             * @description uploaded: to this project; installed: for all, shown in project default and read-only there
             * @enum {unknown}
             */
            source: "uploaded" | "installed";
        };
        ProjectSkillActivate: {
            /** @description A prefix of at least 8 characters is enough */
            version_hash: string;
        };
        ProjectSkillChange: {
            enabled: boolean;
        };
        ProjectSkillFiles: {
            name: string;
            /** @description sha256 over every file of the skill: the identity of a version */
            version_hash: string;
            /** @description By path; links are left out */
            files: {
                path: string;
                size: number;
                executable: boolean;
            }[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectSkillList: {
            /** @description By name */
            skills: components["schemas"]["ProjectSkill"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectSkillRemoved: {
            name: string;
            removed_versions: number;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectSkillUploaded: {
            name: string;
            /** @description What agents read to choose a skill */
            description: string;
            /** @description sha256 over every file of the skill: the identity of a version */
            version_hash: string;
            /** @description false: it can be neither loaded nor run */
            enabled: boolean;
            /**
             * @description uploaded: to this project; installed: for all, shown in project default and read-only there
             * @enum {unknown}
             */
            source: "uploaded" | "installed";
            /**
             * @description created: a new skill; updated: this version replaced another one, which is kept; unchanged: it was in use already
             * @enum {unknown}
             */
            action: "created" | "updated" | "unchanged";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectSkillVersions: {
            name: string;
            /** @description Newest first. Of an installed skill only the installed version; GET /v1/skills/{skill_id}/versions has all */
            versions: {
                /** @description sha256 over every file of the skill: the identity of a version */
                version_hash: string;
                description: string;
                /** @description The version that is loaded and run if none is named */
                active: boolean;
                files: number;
                bytes: number;
                uploaded_at: string | null;
                uploaded_by: string | null;
            }[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ProjectSkillView: {
            name: string;
            /** @description What agents read to choose a skill */
            description: string;
            /** @description sha256 over every file of the skill: the identity of a version */
            version_hash: string;
            /** @description false: it can be neither loaded nor run */
            enabled: boolean;
            /**
             * @description uploaded: to this project; installed: for all, shown in project default and read-only there
             * @enum {unknown}
             */
            source: "uploaded" | "installed";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description An event as the server records it */
        RaspEvent: {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "lifecycle";
                /** @constant */
                type: "lifecycle.run.state_changed";
            };
            data: {
                /** @enum {unknown} */
                from: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                /** @enum {unknown} */
                to: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                /** @enum {unknown} */
                trigger: "turn.started" | "turn.needs_input" | "turn.succeeded" | "turn.failed" | "interaction.reply.accepted" | "interaction.auto_decide.timeout" | "run.canceled" | "restart.preserve_waiting" | "restart.reconcile_failed";
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "lifecycle";
                /** @constant */
                type: "lifecycle.run.started";
            };
            data: {
                skill_id: string;
                skill_version: string;
                sandbox: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "lifecycle";
                /** @constant */
                type: "lifecycle.run_handle";
            };
            data: {
                /** @description The engine's own id for resuming */
                handle_id: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "lifecycle";
                /** @constant */
                type: "lifecycle.completion";
            };
            data: {
                /** @enum {unknown} */
                state: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                reason_code: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "lifecycle";
                /** @constant */
                type: "lifecycle.run.terminal";
            };
            data: {
                /** @enum {unknown} */
                status: "succeeded" | "failed" | "canceled";
                error: {
                    /** @description A code from the table in /docs */
                    code: string;
                    /** @description What happened, and what to do */
                    message: string;
                    details: {
                        [key: string]: unknown;
                    } | null;
                } | null;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.turn.started";
            };
            data: Record<string, never>;
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.turn.completed";
            };
            data: Record<string, never>;
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.turn.failed";
            };
            data: {
                reason: string | null;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.message.final";
            };
            data: {
                message_id: string;
                text: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.message.intermediate";
            };
            data: {
                message_id: string;
                text: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.reasoning";
            };
            data: {
                text: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "agent";
                /** @constant */
                type: "agent.usage";
            };
            data: components["schemas"]["Usage"];
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "interaction";
                /** @constant */
                type: "interaction.user_input.required";
            };
            data: {
                /** @description Increases with every question of the run */
                interaction_id: number;
                /** @enum {unknown} */
                kind: "choose_one" | "confirm" | "fill_fields" | "open_text" | "risk_ack" | "upload_files";
                /** @description The question for the person */
                prompt: string;
                /** @description Empty: any reply is valid */
                options: {
                    /** @description The value of a reply */
                    value: string;
                    label: string;
                }[];
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "interaction";
                /** @constant */
                type: "interaction.reply.accepted";
            };
            data: {
                /** @description Increases with every question of the run */
                interaction_id: number;
                /** @enum {unknown} */
                resolution_mode: "user_reply" | "auto_decide_timeout";
                /**
                 * @description ISO-8601, UTC, with milliseconds; never decreases within a run
                 * @example 2026-02-24T12:34:56.123Z
                 */
                accepted_at: string;
                /** @description The beginning of the reply */
                response_preview: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "interaction";
                /** @constant */
                type: "interaction.auto_decide.timeout";
            };
            data: {
                /** @description Increases with every question of the run */
                interaction_id: number;
                /** @description How long the question waited */
                timeout_sec: number;
                /** @description The policy that the engine was told to follow */
                policy: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "tool";
                /** @constant */
                type: "tool.call.started";
            };
            data: {
                call_id: string;
                name: string;
                /** @description Any JSON value */
                input: unknown;
                output_preview: string | null;
                exit_code: number | null;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "tool";
                /** @constant */
                type: "tool.call.completed";
            };
            data: {
                call_id: string;
                name: string;
                /** @description Any JSON value */
                input: unknown;
                output_preview: string | null;
                exit_code: number | null;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "tool";
                /** @constant */
                type: "tool.call.failed";
            };
            data: {
                call_id: string;
                name: string;
                /** @description Any JSON value */
                input: unknown;
                output_preview: string | null;
                exit_code: number | null;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "artifact";
                /** @constant */
                type: "artifact.created";
            };
            data: {
                path: string;
                role: string;
                size: number;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "artifact";
                /** @constant */
                type: "artifact.changed";
            };
            data: {
                path: string;
                role: string;
                size: number;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "artifact";
                /** @constant */
                type: "artifact.indexed";
            };
            data: {
                path: string;
                role: string;
                mime: string;
                size: number;
                sha256: string;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "diagnostic";
                /** @constant */
                type: "diagnostic.warning";
            };
            data: {
                code: string;
                message: string;
                /** @enum {unknown} */
                severity: "info" | "warning" | "error";
                /** @description Confidence of the parser */
                confidence?: number;
                /** @description Number of occurrences, if several are reported as one */
                count?: number;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "raw";
                /** @constant */
                type: "raw.stdout";
            };
            data: {
                text: string;
                truncated?: boolean;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        } | {
            /** @constant */
            protocol_version: "rasp/1.0";
            run_id: string;
            seq: number;
            /**
             * @description ISO-8601, UTC, with milliseconds; never decreases within a run
             * @example 2026-02-24T12:34:56.123Z
             */
            ts: string;
            attempt_number: number;
            source: {
                engine: string;
                parser: string | null;
                /** @description Confidence of the parser */
                confidence: number;
            };
            event: {
                /** @constant */
                category: "raw";
                /** @constant */
                type: "raw.stderr";
            };
            data: {
                text: string;
                truncated?: boolean;
            };
            correlation: {
                request_id: string | null;
                call_id: string | null;
                message_id: string | null;
                interaction_id: number | null;
                artifact: string | null;
                parent_seq: number | null;
            };
            raw_ref: components["schemas"]["RawRef"] | null;
        };
        /** @description The position of the bytes of an event; logs/range reads them */
        RawRef: {
            attempt_number: number;
            /** @enum {unknown} */
            stream: "stdout" | "stderr";
            byte_from: number;
            byte_to: number;
            /** @constant */
            encoding: "utf-8";
        };
        Readiness: {
            ready: boolean;
            version: string;
            checks: {
                store: {
                    ok: boolean;
                    message: string;
                };
                queue: {
                    ok: boolean;
                    message: string;
                };
                disk: {
                    ok: boolean;
                    message: string;
                };
                sandbox: {
                    ok: boolean;
                    message: string;
                };
                limits: {
                    ok: boolean;
                    message: string;
                };
                skills: {
                    ok: boolean;
                    message: string;
                };
            };
            /**
             * @description Result of the sandbox test at start
             * @enum {unknown}
             */
            sandbox_status: "bubblewrap" | "unavailable" | "off";
            sandbox_reason: string | null;
            queued: number;
            running: number;
            max_running: number;
            max_queue: number;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ReaperRun: {
            reaped: {
                /** @description Tasks that ran longer than they may and had to be ended */
                overdue_ended: number;
                /** @description Tasks that nobody looked after any more */
                taken_up: number;
                sessions_removed: number;
                /** @description Tasks that ended longer ago than retention_days */
                tasks_removed: number;
                /** @description Left by a crash: they belong to no task, command or session */
                folders_removed: number;
                /** @description cgroups that nobody is in */
                groups_removed: number;
                /** @description Remote sandboxes that are idle, too old, or of a deleted session */
                sandboxes_removed: number;
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ReaperStatus: {
            every_sec: number;
            limits: {
                /** @description A task is ended this long after its own time is over */
                overdue_sec: number;
                /** @description Sessions that nobody used for so long are deleted; 0: never */
                session_days: number;
                /** @description Tasks are deleted so long after their end; 0: never */
                retention_days: number;
            };
            running: boolean;
            last_started_at: string | null;
            last_finished_at: string | null;
            last_error: string | null;
            last: {
                /** @description Tasks that ran longer than they may and had to be ended */
                overdue_ended: number;
                /** @description Tasks that nobody looked after any more */
                taken_up: number;
                sessions_removed: number;
                /** @description Tasks that ended longer ago than retention_days */
                tasks_removed: number;
                /** @description Left by a crash: they belong to no task, command or session */
                folders_removed: number;
                /** @description cgroups that nobody is in */
                groups_removed: number;
                /** @description Remote sandboxes that are idle, too old, or of a deleted session */
                sandboxes_removed: number;
            };
            /** @description Since the server started */
            total: {
                /** @description Tasks that ran longer than they may and had to be ended */
                overdue_ended: number;
                /** @description Tasks that nobody looked after any more */
                taken_up: number;
                sessions_removed: number;
                /** @description Tasks that ended longer ago than retention_days */
                tasks_removed: number;
                /** @description Left by a crash: they belong to no task, command or session */
                folders_removed: number;
                /** @description cgroups that nobody is in */
                groups_removed: number;
                /** @description Remote sandboxes that are idle, too old, or of a deleted session */
                sandboxes_removed: number;
            };
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description DSSE envelope, signed when the run ended. docs/receipts.md lists what its statement holds */
        Receipt: {
            /** @description The in-toto statement as JSON, in base64 */
            payload: string;
            /** @constant */
            payloadType: "application/vnd.in-toto+json";
            signatures: {
                /** @description Id of the key, as in GET /v1/receipt-keys */
                keyid: string;
                /** @description ed25519 signature in base64, over the pre-authentication encoding of DSSE */
                sig: string;
            }[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ReceiptKey: {
            /** @description sha256 of the public key in DER (SPKI) */
            id: string;
            /** @constant */
            algorithm: "ed25519";
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            retired_at: string | null;
            /** @description PEM (SPKI) */
            public_key: string;
            jwk: {
                /** @constant */
                kty: "OKP";
                /** @constant */
                crv: "Ed25519";
                x: string;
                kid: string;
            };
        };
        ReceiptKeyList: {
            /** @description Oldest first; receipts of retired ones stay valid */
            keys: components["schemas"]["ReceiptKey"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description A run as the replay engine plays it: assets/replay/<name>.recording.json */
        Recording: {
            /** @constant */
            format: "recording/1";
            recorded: {
                request_id: string;
                skill_id: string;
                skill_version: string;
                engine: string;
                engine_version: string | null;
                model: string | null;
                /**
                 * @description ISO-8601, UTC, ending in Z
                 * @example 2026-02-24T12:34:56.123Z
                 */
                ended_at: string;
                error_code: string | null;
            };
            /** @description What to ask for to play it: a job with these, and these replies */
            job: {
                input: {
                    [key: string]: unknown;
                };
                parameter: {
                    [key: string]: unknown;
                };
                /** @enum {unknown} */
                execution_mode: "auto" | "interactive";
                files: string[];
                replies: {
                    /** @description Any JSON value */
                    response: unknown;
                    /** @enum {unknown} */
                    resolution_mode: "user_reply" | "auto_decide_timeout";
                    files: string[];
                }[];
            };
            /** @description What the engine did in each attempt */
            turns: {
                steps: ({
                    /** @description An event of replay_ndjson */
                    event: {
                        [key: string]: unknown;
                    };
                } | {
                    write: {
                        /**
                         * @description Below artifacts/, result/ or tmp/
                         * @example artifacts/notes.md
                         */
                        path: string;
                        text: string;
                    };
                } | {
                    write: {
                        /**
                         * @description Below artifacts/, result/ or tmp/
                         * @example artifacts/notes.md
                         */
                        path: string;
                        /** @description A file that is no UTF-8 text */
                        base64: string;
                    };
                } | {
                    stdout: string;
                } | {
                    stderr: string;
                } | {
                    exit: number;
                })[];
            }[];
            /** @description What it has to lead to */
            result: {
                /** @enum {unknown} */
                status: "succeeded" | "failed";
                /** @description Any JSON value */
                data: unknown;
                error_code: string | null;
                usage: components["schemas"]["Usage"] | null;
                artifacts: {
                    path: string;
                    size: number;
                    sha256: string;
                }[];
            };
            /** @description What was replaced */
            masked: {
                /** @enum {unknown} */
                what: "known secret" | "token" | "home folder" | "path of the server";
                count: number;
            }[];
            /** @description Files that are no text: secrets that the server knew are masked in them, and nothing else was looked for */
            not_searched: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ReplyAccepted: {
            request_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @constant */
            accepted: true;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The first part is the reply, the others are its files: at most 8, each up to 32 MiB, together up to 64 MiB. A file is stored under the file name of its part, or else under the name of the part, in replies/<interaction_id>/ */
        ReplyForm: {
            metadata: components["schemas"]["InteractionReply"];
        } & {
            [key: string]: unknown;
        };
        RunConversationState: {
            request_id: string;
            run_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @description "temporary" until the package of a temporary skill arrives */
            skill_id: string;
            /** @description The skill was uploaded with the job and is deleted after its run */
            temporary: boolean;
            skill_version: string;
            /** @description sha256 over the whole skill folder, pinned when the job was created */
            skill_digest: string;
            /** @description "script" if there is no engine */
            engine: string;
            model: string | null;
            /** @description Engines that were tried before engine; absent: none */
            engines_tried?: components["schemas"]["EngineTried"][];
            /** @description Engines that are tried after engine; absent: none */
            engines_left?: string[];
            /** @enum {unknown} */
            execution_mode: "auto" | "interactive";
            /** @description 0 until the run first starts */
            attempt_number: number;
            cache_hit: boolean;
            awaiting_upload: boolean;
            queue_position: number | null;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            created_at: string;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            updated_at: string;
            started_at: string | null;
            finished_at: string | null;
            pending_interaction_id: number | null;
            interaction_count: number;
            auto_decision_count: number;
            last_auto_decision_at: string | null;
            /** @enum {unknown} */
            recovery_state: "none" | "recovered_waiting" | "failed_reconciled";
            recovered_at: string | null;
            recovery_reason: string | null;
            usage: components["schemas"]["Usage"] | null;
            budget?: components["schemas"]["BudgetOfJob"];
            warnings: components["schemas"]["Warning"][];
            error: components["schemas"]["RunError"] | null;
            /** @description The runner replies if nobody does in time; false: questions wait */
            interactive_auto_reply: boolean;
            /** @description Seconds that a question waits for a reply before that */
            interactive_reply_timeout_sec: number;
            /** @description true while the run is queued or running: its logs may still grow */
            poll_logs: boolean;
        };
        RunError: {
            /** @description A code from the table in /docs */
            code: string;
            /** @description What happened, and what to do */
            message: string;
            /** @description Facts about the error. If several things can be wrong: problems, a list of {path, message, keyword} */
            details: {
                [key: string]: unknown;
            };
        };
        RunFilePreview: {
            request_id: string;
            run_id: string;
            path: string;
            preview: {
                /** @enum {unknown} */
                mode: "text" | "binary";
                content: string | null;
                /** @description Bytes of the whole file */
                size: number;
                /**
                 * @description Size and encoding or type, for people
                 * @example 120 bytes, utf-8
                 */
                meta: string;
            };
            /**
             * @deprecated
             * @description Deprecated, use preview.size
             */
            size: number;
            mime: string;
            /**
             * @deprecated
             * @description Deprecated, use preview.mode
             */
            is_binary: boolean;
            encoding: ("utf-8" | "utf-16le" | "utf-16be" | "gb18030" | "big5") | null;
            /**
             * @deprecated
             * @description Deprecated, use preview.content
             */
            content: string | null;
            /** @description content is only the beginning */
            truncated: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        RunFileTree: {
            request_id: string;
            run_id: string;
            entries: {
                /** @description Relative to the folder of the run or skill, with slashes */
                rel_path: string;
                /** @description The last part of rel_path */
                name: string;
                is_dir: boolean;
                /** @description Folders above it; 0: none */
                depth: number;
                /**
                 * @deprecated
                 * @description Deprecated, use rel_path
                 */
                path: string;
                /**
                 * @description Only files can be read
                 * @enum {unknown}
                 */
                kind: "file" | "folder" | "link" | "other";
                size: number | null;
                modified_at: string | null;
            }[];
            /** @description The list is incomplete */
            truncated: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        RunList: {
            runs: components["schemas"]["RunConversationState"][];
            next_cursor: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description input and parameter are in input.json of the run folder */
        RunRequest: {
            request_id: string;
            skill_id: string;
            engine: string | null;
            /** @description All engines that the job names; absent: it names one, or none */
            engines?: string[];
            model: string | null;
            effort: string | null;
            runtime_options: components["schemas"]["RuntimeOptions"];
            /** @description The job has settings of its engine, which are not told */
            has_engine_config: boolean;
            webhook: {
                /** @description Without user, password and query */
                url: string;
                /** @description false: the job has a user, a password or a query in it, which are not told */
                url_is_whole: boolean;
                events: ("job.started" | "job.waiting_user" | "job.succeeded" | "job.failed" | "job.canceled")[];
                secret_ref: string | null;
            } | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        RuntimeOptions: {
            /**
             * @description auto: runs unattended; interactive: waits for a reply when the skill asks a question
             * @enum {unknown}
             */
            execution_mode?: "auto" | "interactive";
            /** @description Neither read nor write the result cache */
            no_cache?: boolean;
            /** @description Bundles contain the whole run folder */
            debug?: boolean;
            /** @description Keep the package of a temporary skill */
            debug_keep_temp?: boolean;
            /** @description After the reply timeout, tell the engine to decide by itself; otherwise the question waits indefinitely */
            interactive_auto_reply?: boolean;
            /** @description Seconds that a question waits for a reply (default 1200); only with interactive_auto_reply */
            interactive_reply_timeout_sec?: number;
            /** @description At most the server's own limit */
            timeout_sec?: number;
            /** @description US dollars that all turns of the run may cost together. More ends it with BUDGET_EXCEEDED, as soon as its engine tells; an engine that tells no cost is rejected */
            max_cost_usd?: number;
            /** @description Tokens of input and output that all turns of the run may use together. More ends it with BUDGET_EXCEEDED, as soon as its engine tells */
            max_tokens?: number;
            /**
             * @description How the server may repair output that does not match its schema; engine: one to three more turns in the session of the engine, with the validation errors. More than the server allows is rejected
             * @enum {unknown}
             */
            output_repair?: "off" | "program" | "engine";
        };
        ServerLogs: {
            /** @description Newest first */
            lines: {
                /**
                 * @description ISO-8601, UTC, ending in Z
                 * @example 2026-02-24T12:34:56.123Z
                 */
                time: string;
                /** @enum {unknown} */
                level: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
                message: string;
                request_id: string | null;
                run_id: string | null;
                fields: {
                    [key: string]: unknown;
                };
            }[];
            /** @description There may be more matching lines */
            truncated: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        ServiceCanceled: {
            task_id: string;
            /**
             * @description canceled once its end is confirmed
             * @enum {unknown}
             */
            status: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            /** @description false: it had ended before */
            accepted: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Who a browser is signed in as */
        Session: {
            /** @description false: this server has no tokens, and everybody is allowed everything */
            needs_token: boolean;
            name: string | null;
            scopes: ("read" | "run" | "admin")[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SessionRemoved: {
            session_id: string;
            /** @constant */
            removed: true;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SettingList: {
            settings: {
                name: string;
                value: string | null;
                is_set: boolean;
                is_secret: boolean;
                /** @enum {unknown} */
                source: "environment" | "file" | "default";
                description: string;
            }[];
            notices: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SignIn: {
            /** @description A token of this server */
            token: string;
        };
        SkillDetail: {
            id: string;
            version: string;
            name: string;
            description: string;
            engines: string[];
            unsupported_engines: string[];
            /** @description Those that the skill allows and that are enabled here; replay, if it ships recordings */
            effective_engines: string[];
            execution_modes: ("auto" | "interactive")[];
            entrypoint: {
                /** @enum {unknown} */
                type: "prompt" | "script" | "hybrid";
            } | null;
            /** @enum {unknown} */
            profile: "auto" | "plain";
            /** @enum {unknown} */
            health: "healthy" | "degraded";
            health_error: string | null;
            schemas: {
                input: {
                    [key: string]: unknown;
                };
                parameter: {
                    [key: string]: unknown;
                };
                output: {
                    [key: string]: unknown;
                };
            } | null;
            artifacts: {
                role: string;
                pattern: string;
                mime: string | null;
                required: boolean;
            }[];
            runtime: {
                timeout_sec: number;
                network: ("off" | "allowlist" | "gated" | "host") | null;
                /** @description Environment variables that its script needs */
                env: string[];
            } | null;
            max_attempt: number | null;
            digest: string | null;
            files: string[];
            /** @description Problems that do not prevent its use, but should be fixed */
            warnings: string[];
        };
        SkillEvals: {
            skill_id: string;
            cases: {
                id: string;
                prompt: string | null;
                engines: string[] | null;
                repetitions: number;
                /** @description Expectations that a program checks, besides that the run succeeds */
                checked: number;
                /** @description Statements that need a grader */
                graded: number;
            }[];
            /** @description Why the tests cannot run; empty: they can, or there are none */
            problems: string[];
            notes: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SkillList: components["schemas"]["SkillSummary"][];
        SkillRestore: {
            /** @description Default: the version that was in use before the current one */
            version?: string;
            /** @description A prefix is enough */
            digest?: string;
        };
        SkillSchemas: {
            skill_id: string;
            version: string;
            input: {
                [key: string]: unknown;
            };
            parameter: {
                [key: string]: unknown;
            };
            output: {
                [key: string]: unknown;
            };
            /** @description Every field of a form for this skill, in the order of the schemas, with $ref resolved */
            fields: {
                name: string;
                /** @enum {unknown} */
                part: "input" | "parameter";
                /**
                 * @description file: uploaded under its name; inline: part of the job
                 * @enum {unknown}
                 */
                source: "inline" | "file";
                required: boolean;
                /** @description Any JSON value */
                schema: unknown;
            }[];
            execution_modes: string[];
            effective_engines: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SkillSummary: {
            id: string;
            version: string;
            name: string;
            description: string;
            engines: string[];
            unsupported_engines: string[];
            /** @description Those that the skill allows and that are enabled here; replay, if it ships recordings */
            effective_engines: string[];
            execution_modes: ("auto" | "interactive")[];
            entrypoint: {
                /** @enum {unknown} */
                type: "prompt" | "script" | "hybrid";
            } | null;
            /** @enum {unknown} */
            profile: "auto" | "plain";
            /** @enum {unknown} */
            health: "healthy" | "degraded";
            health_error: string | null;
        };
        SkillSwitched: {
            skill_id: string;
            version: string | null;
            digest: string | null;
            archived_version: string | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SkillVersion: {
            version: string;
            digest: string;
            /** @description New jobs use this version */
            current: boolean;
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            installed_at: string;
        };
        SkillVersions: {
            skill_id: string;
            /** @description Newest first */
            versions: components["schemas"]["SkillVersion"][];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Where a run is when a stream of its events begins */
        StreamSnapshot: {
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @description The place the stream continues from: that of the caller, or 0 */
            cursor: number;
            /** @description The newest event so far */
            last_seq: number;
            pending_interaction_id: number | null;
            /** @description 0 until the run first starts */
            attempt_number: number;
            /** @description Present if the request has query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        SweepStatus: {
            every_sec: number;
            /** @description 0: finished runs are kept */
            retention_days: number;
            running: boolean;
            last_started_at: string | null;
            last_finished_at: string | null;
            last_error: string | null;
            /** @description Deleted by the last sweep */
            runs_removed: number;
            /** @description Deleted since the server started */
            runs_removed_total: number;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        TaskCanceled: {
            task_id: string;
            /**
             * @description canceled once its end is confirmed
             * @enum {unknown}
             */
            status: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            /** @description false: it had ended before */
            accepted: boolean;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        TaskEvent: {
            /** @description Everything up to and with this event: ?cursor= continues behind it */
            cursor: string;
            /** @enum {unknown} */
            type: "status" | "output";
            /** @enum {unknown} */
            status?: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
            exit_code?: number | null;
            error?: components["schemas"]["RunError"] | null;
            /** @enum {unknown} */
            stream?: "stdout" | "stderr";
            byte_from?: number;
            byte_to?: number;
            text?: string;
        };
        TaskEvents: {
            task_id: string;
            events: components["schemas"]["TaskEvent"][];
            /** @description For the next call */
            cursor: string;
            /** @description The task has ended and everything of it was told */
            finished: boolean;
            /**
             * @description A watch with this dedupe_key is live: this one was not started, and tells nothing
             * @constant
             */
            already_running?: true;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        TaskLog: {
            task_id: string;
            /** @enum {unknown} */
            stream: "stdout" | "stderr";
            byte_from: number;
            byte_to: number;
            total_bytes: number;
            text: string;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        TempRunAccepted: {
            request_id: string;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description A job whose skill is uploaded with it. What depends on the skill is checked on upload */
        TempRunCreate: {
            /** @description Not needed for a script skill */
            engine?: string;
            /** @description Instead of engine: the engines in the order in which they are tried. The next one follows only where one cannot sign in, is over a limit of its provider or cannot reach it, and before it used a tool. model, effort and provider_id are those of the first */
            engines?: string[];
            input?: {
                [key: string]: unknown;
            };
            parameter?: {
                [key: string]: unknown;
            };
            /** @description As listed by /v1/engines/{engine}/models */
            model?: string;
            /** @description How hard the model thinks: model and effort mean model@effort. default: that of the model */
            effort?: string;
            /** @description For engines whose models are named provider/model: provider_id and model mean that */
            provider_id?: string;
            runtime_options?: components["schemas"]["RuntimeOptions"];
            /** @description Settings of the codex CLI, with the names of its own config file; they override those of the skill and apply when codex runs the job */
            codex_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the gemini CLI, with the names of its own config file; they override those of the skill and apply when gemini runs the job */
            gemini_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the iflow CLI, with the names of its own config file; they override those of the skill and apply when iflow runs the job */
            iflow_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the opencode CLI, with the names of its own config file; they override those of the skill and apply when opencode runs the job */
            opencode_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the claude CLI, with the names of its own config file; they override those of the skill and apply when claude runs the job */
            claude_config?: {
                [key: string]: unknown;
            };
            /** @description Settings of the qwen CLI, with the names of its own config file; they override those of the skill and apply when qwen runs the job */
            qwen_config?: {
                [key: string]: unknown;
            };
            webhook?: components["schemas"]["Webhook"];
        };
        TempUploadForm: {
            /** @description The skill: a zip with exactly one folder at its top, 20 MiB at most unless the server allows more */
            skill_package: Blob;
            /** @description All input files in one zip; the file of an input has the name of that input */
            file?: Blob;
        };
        UpgradeRequest: {
            /** @description An exact version. Default: the pinned one for install, the newest on npm for upgrade */
            version?: string;
            /** @description Use it even if it lost a required feature */
            force?: boolean;
        };
        UploadAccepted: {
            request_id: string;
            cache_hit: boolean;
            /** @enum {unknown} */
            status: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
            /** @description The files that the run finds in uploads/ */
            extracted_files: string[];
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description A zip, or one part per file input, named after the input */
        UploadForm: {
            /** @description All files in one zip; the file of an input is named after the input */
            file?: Blob;
        } & {
            [key: string]: unknown;
        };
        Usage: {
            input_tokens: number;
            output_tokens: number;
            cached_tokens: number;
            cost_usd: number | null;
        };
        Warning: {
            code: string;
            message: string;
            /** @enum {unknown} */
            level: "info" | "warning";
            normalization_level: ("N0" | "N1" | "N2" | "N3") | null;
            /** @description Any JSON value */
            details: unknown;
        };
        /** @description Where to send a WebhookMessage, signed according to Standard Webhooks */
        Webhook: {
            /** @description http or https. The receiver must respond with 2xx within 10 seconds */
            url: string;
            /** @description Default: the three final events */
            events?: ("job.started" | "job.waiting_user" | "job.succeeded" | "job.failed" | "job.canceled")[];
            /** @description The secret of the server that signs it; default: its own */
            secret_ref?: string;
        };
        WebhookMessage: {
            /** @enum {unknown} */
            type: "job.started" | "job.waiting_user" | "job.succeeded" | "job.failed" | "job.canceled";
            /**
             * @description ISO-8601, UTC, ending in Z
             * @example 2026-02-24T12:34:56.123Z
             */
            timestamp: string;
            data: {
                request_id: string;
                run_id: string;
                skill_id: string;
                status: string;
                error_code: string | null;
                pending_interaction_id: number | null;
                result_url: string | null;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listJobs: {
        parameters: {
            query?: {
                status?: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                skill_id?: string;
                engine?: string;
                q?: string;
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: {
                prefer?: string;
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobCreate"];
                "multipart/form-data": components["schemas"]["JobForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, INPUT_INVALID, INPUT_FILE_MISSING, UPLOAD_INVALID, SKILL_ENGINE_UNSUPPORTED, BUDGET_UNSUPPORTED, MODEL_UNKNOWN, SKILL_EXECUTION_MODE_UNSUPPORTED, WEBHOOK_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DEGRADED, IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_LIMIT_EXCEEDED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description BUDGET_EXCEEDED, QUEUE_FULL, UPLOADS_PENDING */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    uploadJobFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadAccepted"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, INPUT_FILE_MISSING, INPUT_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ALREADY_STARTED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResultView"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listJobArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactList"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobArtifact: {
        parameters: {
            query?: never;
            header?: {
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
            };
            path: {
                request_id: string;
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its own content type; the ETag is its sha256, and is missing until the run ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description PATH_INVALID, INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RANGE_NOT_SATISFIABLE */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobBundle: {
        parameters: {
            query?: {
                debug?: "0" | "1" | "false" | "true";
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Streamed while it is created; if the connection breaks, it is incomplete. contents.json lists its files with their sha256, and the comment of the archive is signed (docs/receipts.md); left-out.json lists links, special files and files that are too large */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description JOB_NOT_FOUND, RECEIPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobLogs: {
        parameters: {
            query?: {
                attempt?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Logs"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ATTEMPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobLogRange: {
        parameters: {
            query: {
                stream: "stdout" | "stderr" | "pty";
                byte_from?: number;
                byte_to?: number;
                attempt?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRange"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ATTEMPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    followJobEvents: {
        parameters: {
            query?: {
                cursor?: number;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. The schema is that of one event: its name, and the JSON in its data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["JobStreamEvent"];
                };
            };
            /** @description The run has ended, and Last-Event-ID is its last event: there is nothing to come back for */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobEventHistory: {
        parameters: {
            query?: {
                protocol?: "fcmp" | "rasp";
                from_seq?: number;
                to_seq?: number;
                from_ts?: string;
                to_ts?: string;
                types?: string;
                limit?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventHistory"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobPending: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingView"];
                };
            };
            /** @description NOT_INTERACTIVE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recording"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY, RECORDING_UNAVAILABLE, RECORDING_TOO_LARGE */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    replyToJob: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InteractionReply"];
                "multipart/form-data": components["schemas"]["ReplyForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyAccepted"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, NOT_INTERACTIVE, REPLY_INVALID, UPLOAD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NOT_WAITING, STALE_INTERACTION, IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listJobDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelView"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    rerunJob: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: {
                prefer?: string;
                "idempotency-key"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JobRerun"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, INPUT_INVALID, INPUT_FILE_MISSING, UPLOAD_INVALID, SKILL_ENGINE_UNSUPPORTED, BUDGET_UNSUPPORTED, MODEL_UNKNOWN, SKILL_EXECUTION_MODE_UNSUPPORTED, WEBHOOK_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description TEMP_PACKAGE_GONE, SKILL_DEGRADED, IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_LIMIT_EXCEEDED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description BUDGET_EXCEEDED, QUEUE_FULL, UPLOADS_PENDING */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cleanupJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Cleanup"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleanupView"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listReceiptKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptKeyList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createTempRun: {
        parameters: {
            query?: never;
            header?: {
                prefer?: string;
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TempRunCreate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TempRunAccepted"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, SKILL_ENGINE_UNSUPPORTED, BUDGET_UNSUPPORTED, WEBHOOK_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description BUDGET_EXCEEDED, UPLOADS_PENDING */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    uploadTempRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TempUploadForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadAccepted"];
                };
            };
            /** @description PACKAGE_INVALID, INVALID_RUNTIME_OPTION, SKILL_ENGINE_UNSUPPORTED, BUDGET_UNSUPPORTED, MODEL_UNKNOWN, ENGINE_CONFIG_INVALID, SKILL_EXECUTION_MODE_UNSUPPORTED, INVALID_REQUEST, UPLOAD_INVALID, INPUT_FILE_MISSING, INPUT_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ALREADY_STARTED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_LIMIT_EXCEEDED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description BUDGET_EXCEEDED, QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_NOT_READY, SANDBOX_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRun: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResultView"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listTempRunArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactList"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunArtifact: {
        parameters: {
            query?: never;
            header?: {
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
            };
            path: {
                request_id: string;
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its own content type; the ETag is its sha256, and is missing until the run ends */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description PATH_INVALID, INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RANGE_NOT_SATISFIABLE */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunBundle: {
        parameters: {
            query?: {
                debug?: "0" | "1" | "false" | "true";
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Streamed while it is created; if the connection breaks, it is incomplete. contents.json lists its files with their sha256, and the comment of the archive is signed (docs/receipts.md); left-out.json lists links, special files and files that are too large */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description JOB_NOT_FOUND, RECEIPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunLogs: {
        parameters: {
            query?: {
                attempt?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Logs"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ATTEMPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunLogRange: {
        parameters: {
            query: {
                stream: "stdout" | "stderr" | "pty";
                byte_from?: number;
                byte_to?: number;
                attempt?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRange"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ATTEMPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    followTempRunEvents: {
        parameters: {
            query?: {
                cursor?: number;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. The schema is that of one event: its name, and the JSON in its data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["JobStreamEvent"];
                };
            };
            /** @description The run has ended, and Last-Event-ID is its last event: there is nothing to come back for */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunEventHistory: {
        parameters: {
            query?: {
                protocol?: "fcmp" | "rasp";
                from_seq?: number;
                to_seq?: number;
                from_ts?: string;
                to_ts?: string;
                types?: string;
                limit?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventHistory"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunPending: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingView"];
                };
            };
            /** @description NOT_INTERACTIVE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getTempRunRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recording"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RESULT_NOT_READY, RECORDING_UNAVAILABLE, RECORDING_TOO_LARGE */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    replyToTempRun: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InteractionReply"];
                "multipart/form-data": components["schemas"]["ReplyForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyAccepted"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, NOT_INTERACTIVE, REPLY_INVALID, UPLOAD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NOT_WAITING, STALE_INTERACTION, IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listTempRunDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelTempRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelView"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                status?: "queued" | "running" | "waiting_user" | "succeeded" | "failed" | "canceled";
                skill_id?: string;
                engine?: string;
                q?: string;
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunConversationState"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRunRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRequest"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listRunFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunFileTree"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readRunFile: {
        parameters: {
            query: {
                path: string;
                max_bytes?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunFilePreview"];
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, FILE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    followRunEvents: {
        parameters: {
            query?: {
                cursor?: number;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. The schema is that of one event: its name, and the JSON in its data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["JobStreamEvent"];
                };
            };
            /** @description The run has ended, and Last-Event-ID is its last event: there is nothing to come back for */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRunEventHistory: {
        parameters: {
            query?: {
                protocol?: "fcmp" | "rasp";
                from_seq?: number;
                to_seq?: number;
                from_ts?: string;
                to_ts?: string;
                types?: string;
                limit?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventHistory"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRunLogRange: {
        parameters: {
            query: {
                stream: "stdout" | "stderr" | "pty";
                byte_from?: number;
                byte_to?: number;
                attempt?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRange"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND, ATTEMPT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRunPending: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingView"];
                };
            };
            /** @description NOT_INTERACTIVE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    replyToRun: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InteractionReply"];
                "multipart/form-data": components["schemas"]["ReplyForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyAccepted"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, NOT_INTERACTIVE, REPLY_INVALID, UPLOAD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NOT_WAITING, STALE_INTERACTION, IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelView"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listManagedSkills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedSkillList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getManagedSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedSkillDetail"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSkillSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillSchemas"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    queryLogs: {
        parameters: {
            query?: {
                level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
                q?: string;
                request_id?: string;
                run_id?: string;
                from?: string;
                to?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerLogs"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSweeps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepStatus"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getReaper: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaperStatus"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    runReaper: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaperRun"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getProjectLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectLimitsView"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    putProjectLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectLimits"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectLimitsView"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBudget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetView"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listBudgets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cleanupRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Cleanup"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleanupView"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listAdminActions: {
        parameters: {
            query?: {
                principal?: string;
                action?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminActions"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                state?: "pending" | "delivered" | "given_up";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedDeliveryList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listSkills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillDetail"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillSwitched"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_BUILT_IN */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DATA_NOT_WRITABLE, DISK_LOW, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSkillOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listSkillVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillVersions"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    restoreSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SkillRestore"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillSwitched"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DATA_NOT_WRITABLE, DISK_LOW, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    installPackage: {
        parameters: {
            query?: {
                force?: "0" | "1" | "false" | "true";
            };
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PackageForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackageAccepted"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_VERSION_NOT_GREATER, IDEMPOTENCY_MISMATCH */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_LIMIT_EXCEEDED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getPackageInstall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackageInstall"];
                };
            };
            /** @description PACKAGE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    validatePackage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PackageForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackageVerdict"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listEvals: {
        parameters: {
            query?: {
                skill_id?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createEval: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalCreate"];
                "multipart/form-data": components["schemas"]["EvalForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eval"];
                };
            };
            /** @description EVALS_INVALID, PACKAGE_INVALID, INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, INPUT_INVALID, INPUT_FILE_MISSING, UPLOAD_INVALID, SKILL_ENGINE_UNSUPPORTED, BUDGET_UNSUPPORTED, MODEL_UNKNOWN, SKILL_EXECUTION_MODE_UNSUPPORTED */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_LIMIT_EXCEEDED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description EVALS_RUNNING, BUDGET_EXCEEDED, QUEUE_FULL, UPLOADS_PENDING */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_NOT_READY, SANDBOX_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getEval: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: never;
            path: {
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eval"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description EVAL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelEval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eval"];
                };
            };
            /** @description EVAL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSkillEvals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillEvals"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listProjectSkills: {
        parameters: {
            query?: {
                enabled?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    uploadProjectSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PackageForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillUploaded"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listProjectSkillFiles: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillFiles"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getProjectSkillFile: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: {
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                name: string;
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its own content type; the ETag is its sha256, and X-Skill-Version the version_hash */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND, FILE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RANGE_NOT_SATISFIABLE */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listProjectSkillVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillVersions"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    activateProjectSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectSkillActivate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillView"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_READ_ONLY, SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteProjectSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillRemoved"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    changeProjectSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectSkillChange"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSkillView"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileView"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, PROFILE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    putProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfilePut"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileView"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileRemoved"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, PROFILE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listEngines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listEngineModels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineModels"];
                };
            };
            /** @description ENGINE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listManagedEngines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedEngineList"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    probeEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineInstall"];
                };
            };
            /** @description ENGINE_NOT_INSTALLABLE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_INSTALL_BUSY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getManagedEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedEngineDetail"];
                };
            };
            /** @description ENGINE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    installEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InstallRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineInstall"];
                };
            };
            /** @description ENGINE_NOT_INSTALLABLE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_INSTALL_BUSY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    upgradeEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpgradeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineInstall"];
                };
            };
            /** @description ENGINE_NOT_INSTALLABLE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_INSTALL_BUSY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    rollbackEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineRollback"];
                };
            };
            /** @description ENGINE_NOT_INSTALLABLE */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description ENGINE_INSTALL_BUSY, ENGINE_NOTHING_BEFORE */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    runExecCommand: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandResult"];
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NETWORK_NOT_ALLOWED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED, WORKDIR_BUSY, PROJECT_FULL, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RESULT_LOST */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description INPUTS_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, REMOTE_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listExecTasks: {
        parameters: {
            query?: {
                kind?: "task" | "service";
                status?: "queued" | "starting" | "running" | "succeeded" | "failed" | "canceled";
                session_id?: string;
                job_id?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecTaskList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createExecTask: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecRequest"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecTaskAccepted"];
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NETWORK_NOT_ALLOWED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED, WORKDIR_BUSY, PROJECT_FULL, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RESULT_LOST */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description INPUTS_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, REMOTE_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecTask: {
        parameters: {
            query?: {
                tail_bytes?: number;
            };
            header?: never;
            path: {
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecTaskWithOutput"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecTaskLog: {
        parameters: {
            query?: {
                byte_from?: number;
                byte_to?: number;
            };
            header?: never;
            path: {
                project_id: string;
                task_id: string;
                stream: "stdout" | "stderr";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLog"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    followExecTask: {
        parameters: {
            query?: {
                cursor?: string;
                dedupe_key?: string;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events of type status and output, and heartbeats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TaskEvent"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description WATCH_RUNNING */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    watchExecTask: {
        parameters: {
            query?: {
                cursor?: string;
                dedupe_key?: string;
                wait_sec?: number;
            };
            header?: never;
            path: {
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskEvents"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listExecJobs: {
        parameters: {
            query?: {
                status?: "queued" | "running" | "succeeded" | "failed" | "canceled";
                session_id?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecJobList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createExecJob: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecJobRequest"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecJobAccepted"];
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NETWORK_NOT_ALLOWED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED, WORKDIR_BUSY, PROJECT_FULL, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RESULT_LOST */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description INPUTS_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, REMOTE_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecJob: {
        parameters: {
            query?: {
                tail_bytes?: number;
            };
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecJobWithSteps"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    followExecJob: {
        parameters: {
            query?: {
                cursor?: string;
                dedupe_key?: string;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events of type status, step and output, and heartbeats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ExecJobEvent"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description WATCH_RUNNING */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    watchExecJob: {
        parameters: {
            query?: {
                cursor?: string;
                dedupe_key?: string;
                wait_sec?: number;
            };
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecJobEvents"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelExecJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecJobCanceled"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelExecTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskCanceled"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    queryExecTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecQueryResult"];
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED, WORKDIR_BUSY, PROJECT_FULL */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description INPUTS_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUERY_FAILED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, REMOTE_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createExecService: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecServiceRequest"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecServiceAccepted"];
                };
            };
            /** @description INVALID_REQUEST, PATH_INVALID, MODE_UNSUPPORTED */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NETWORK_NOT_ALLOWED */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED, WORKDIR_BUSY, PROJECT_FULL, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RESULT_LOST */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description INPUTS_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_LIMIT_EXCEEDED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description QUEUE_FULL */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, REMOTE_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelExecService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceCanceled"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listExecSessions: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecSessionList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecSessionView"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, EXEC_SESSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteExecSession: {
        parameters: {
            query?: {
                owner?: string;
            };
            header?: never;
            path: {
                project_id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRemoved"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, EXEC_SESSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SESSION_BUSY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    activateInExecSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecActivate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecActivation"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SANDBOX_UNAVAILABLE, REMOTE_UNAVAILABLE, DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecProviders"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listExecArtifacts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecArtifactList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    uploadExecArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ArtifactForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecArtifactView"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_FULL */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecArtifactView"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteExecArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecArtifactRemoved"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getExecArtifactContent: {
        parameters: {
            query?: never;
            header?: {
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its own content type and always as a download; the ETag is its sha256 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PROJECT_NOT_FOUND, ARTIFACT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description RANGE_NOT_SATISFIABLE */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNAUTHORIZED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ping"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    handshake: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Handshake"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandshakeAnswer"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    followJobChat: {
        parameters: {
            query?: {
                cursor?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. The schema is that of one event: its name, and the JSON in its data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatStreamEvent"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobChatHistory: {
        parameters: {
            query?: {
                from_seq?: number;
                to_seq?: number;
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatHistory"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJobAuthSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthSession"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    importJobAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AuthImportForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyAccepted"];
                };
            };
            /** @description JOB_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description NOT_WAITING */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    anthropicListSkills: {
        parameters: {
            query?: {
                limit?: number;
                page?: string | null;
                source?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkillPage"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicCreateSkill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AnthropicSkillForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkill"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicGetSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkill"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicDeleteSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkillDeleted"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicListSkillVersions: {
        parameters: {
            query?: {
                limit?: number;
                page?: string | null;
            };
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkillVersionPage"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicCreateSkillVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AnthropicSkillVersionForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkillVersion"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicGetSkillVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkillVersion"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicDeleteSkillVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicSkillVersionDeleted"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_VERSION_IN_USE, SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    anthropicGetSkillVersionContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A zip with one folder, which is the skill; X-Skill-Version is its version_hash */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_DISABLED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnthropicError"];
                };
            };
        };
    };
    openaiListSkills: {
        parameters: {
            query?: {
                limit?: number;
                order?: "asc" | "desc";
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkillList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiCreateSkill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["OpenAISkillForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkill"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiGetSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkill"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiUpdateSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenAISkillUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkill"];
                };
            };
            /** @description INVALID_REQUEST, INVALID_JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiDeleteSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkillDeleted"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiGetSkillContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A zip with one folder, which is the skill; X-Skill-Version is its version_hash */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_DISABLED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiListSkillVersions: {
        parameters: {
            query?: {
                limit?: number;
                order?: "asc" | "desc";
                after?: string;
            };
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkillVersionList"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiCreateSkillVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["OpenAISkillVersionForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkillVersion"];
                };
            };
            /** @description INVALID_REQUEST, UPLOAD_INVALID, PACKAGE_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description UPLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description DISK_LOW, DATA_NOT_WRITABLE, SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiGetSkillVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkillVersion"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiDeleteSkillVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAISkillVersionDeleted"];
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_VERSION_IN_USE, SKILL_READ_ONLY */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SHUTTING_DOWN */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    openaiGetSkillVersionContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skill_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A zip with one folder, which is the skill; X-Skill-Version is its version_hash */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description SKILL_DEGRADED, SKILL_DISABLED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAIError"];
                };
            };
        };
    };
    getAgentSkillsIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSkillsIndex"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAgentSkillArchive: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description X-Skill-Version is the version_hash */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description INVALID_REQUEST */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_NOT_FOUND, SKILL_VERSION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description SKILL_DISABLED, SKILL_DEGRADED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
