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
        /** All output of a job as a zip: manifest.json, result/ and artifacts/ */
        get: operations["getJobBundle"];
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
        /** All output of a job as a zip: manifest.json, result/ and artifacts/ */
        get: operations["getTempRunBundle"];
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
        EventHistory: {
            request_id: string;
            count: number;
            events: (components["schemas"]["FcmpEvent"] | components["schemas"]["RaspEvent"])[];
            next_from_seq: number | null;
            /** @description Present if the request has members or query names that are unknown here: they were ignored */
            warnings?: components["schemas"]["Warning"][];
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
            action: ("install" | "upgrade") | null;
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
            /** @description The last lines of the output of npm */
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
                network: ("off" | "allowlist") | null;
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
                error: components["schemas"]["RunError"] | null;
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
            entrypoint: {
                /** @enum {unknown} */
                type: "prompt" | "script" | "hybrid";
            } | null;
            runtime: {
                timeout_sec: number;
                network: ("off" | "allowlist") | null;
                /** @description Environment variables that its script needs */
                env: string[];
            } | null;
            max_attempt: number | null;
            digest: string | null;
            files: string[];
            /** @description Problems that do not prevent its use, but should be fixed */
            warnings: string[];
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
            /** @description INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, INPUT_INVALID, INPUT_FILE_MISSING, UPLOAD_INVALID, SKILL_ENGINE_UNSUPPORTED, MODEL_UNKNOWN, SKILL_EXECUTION_MODE_UNSUPPORTED, WEBHOOK_INVALID */
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
            /** @description QUEUE_FULL */
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
            /** @description Streamed while it is created; if the connection breaks, it is incomplete. left-out.json lists links, special files and files that are too large */
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
            /** @description INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, INPUT_INVALID, INPUT_FILE_MISSING, UPLOAD_INVALID, SKILL_ENGINE_UNSUPPORTED, MODEL_UNKNOWN, SKILL_EXECUTION_MODE_UNSUPPORTED, WEBHOOK_INVALID */
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
            /** @description QUEUE_FULL */
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
            /** @description INVALID_REQUEST, INVALID_JSON, INVALID_RUNTIME_OPTION, SKILL_ENGINE_UNSUPPORTED, WEBHOOK_INVALID */
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
            /** @description PACKAGE_INVALID, INVALID_RUNTIME_OPTION, SKILL_ENGINE_UNSUPPORTED, MODEL_UNKNOWN, ENGINE_CONFIG_INVALID, SKILL_EXECUTION_MODE_UNSUPPORTED, INVALID_REQUEST, UPLOAD_INVALID, INPUT_FILE_MISSING, INPUT_INVALID */
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
            /** @description QUEUE_FULL */
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
            /** @description Streamed while it is created; if the connection breaks, it is incomplete. left-out.json lists links, special files and files that are too large */
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
}
