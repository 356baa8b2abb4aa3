/**
 * What the product promises, each with an id that speaks. A test cites the ids it proves (`verifies`); an id that
 * no passing test cites fails the suite, and so does a planned one that is cited: then it is no longer planned.
 */
export const requirements = {
  // Setting up and running
  'setup.two-commands': 'On a fresh clone npm start and npm test set everything up, as root and as an ordinary user.',
  'setup.second-start-installs-nothing': 'A second start installs nothing.',
  'setup.system-packages-are-said-or-named': 'System packages are installed as root and said so, else named in one clear line.',
  'setup.start-prints-where-things-are': 'The start prints where API, docs and page are, and one curl line that runs a job.',
  'setup.demo-runs-the-built-in-skills':
    'npm run demo runs the demos over HTTP on a free port, prints validated results and artifact tables, exits 0.',
  'setup.npm-package':
    'npm run pack writes a package that npm installs into an empty folder: it serves, runs skills and commands, and takes nothing of a clone.',
  'setup.systemd-unit':
    'service install writes a systemd unit for a user or the machine, after which tasks outlive a restart and the sandbox works.',
  'setup.container-files':
    'Containerfile and compose agree with the product: an ordinary user, an init, volumes, a health check, and no start without a token.',
  'setup.container-steps':
    'The steps of the Containerfile lead to a server that runs as an ordinary user with an init, and says where it has no sandbox.',

  // The shape of the code
  'code.rooms-import-one-way': 'Rooms import only what the table in ARCHITECTURE.md allows.',
  'code.one-place-spawns': 'Only the process room starts processes.',
  'code.openapi-does-not-drift': 'openapi.json, the SDK types and its JavaScript are what contract and sources print.',
  'code.requirements-are-traced': 'A requirement that no test cites and an error code that no test produces fail the suite.',

  // Store
  'store.moves-are-compare-and-set':
    'A run moves only along the transition table, by compare-and-set with what the move was judged by; a terminal state never changes.',
  'store.attempts-are-fenced': 'A write of an attempt that is no longer the current one is refused.',
  'store.projects-are-apart': 'A foreign project sees nothing of a run, whatever id it guesses.',
  'store.one-server-per-data-folder': 'A second server on the same data folder is refused, and the lock is free after kill -9.',
  'store.corrupt-database-is-named':
    'A corrupt database is named with its path and what to do, at start and while the server runs.',
  'store.refuses-newer-database': 'Older code refuses a database that newer code has migrated.',
  'postgres.same-store':
    'The store in Postgres answers as the one in SQLite does: order, search, numbers above 2 GiB, and text with any character.',
  'postgres.decisions-are-locked':
    'Of servers that share a database none decides by what another one is changing: keys, limits, places and installations hold.',
  'postgres.outlives-a-restart':
    'A restart of Postgres ends no server and loses nothing; while it is away requests get DATABASE_UNAVAILABLE, and /readyz says so.',
  'postgres.no-commit-in-doubt':
    'A commit whose answer was lost is looked up: what was committed is not done again, and what was not is.',
  'postgres.start-says-what-is-wrong':
    'A database that cannot be used, is in use, or belongs to another data folder is refused at start with what to do.',
  'postgres.only-where-configured': 'Without SKILL_RUNNER_DATABASE_URL nothing of Postgres is loaded, at start or by a run.',
  'postgres.url-is-secret': 'The password of the database stands in no log, no setting that is shown and no error.',
  'store.backup': 'A data folder that is copied while its server is stopped goes on elsewhere, with all that it had.',
  'store.upgrade':
    'A data folder of the last release goes on in this version, with all that it had, waiting conversations included.',
  'store.retention-removes-old-runs': 'Finished runs past the retention time are removed with their folders; active ones never.',

  // Process edge
  'exec.one-suite-over-providers': 'Whatever provider is chosen, commands and tasks do the same, and see as little.',
  'exec.commands':
    'A command of a project runs in the folder of its session, in the sandbox, and is told with output and exit code.',
  'exec.keys':
    'Of all requests with one Idempotency-Key one runs or creates something, also when the server is killed in between; the others are told what it came to.',
  'exec.keys-bounded': 'The results that are kept for repeated commands of one caller are bounded in number and size.',
  'exec.tasks': 'A task has its states, output and end; the end is final, and canceled means that nothing of it runs any more.',
  'exec.jobs':
    'A step job runs its steps one after the other until one fails, its time is over or it is canceled; its end is final.',
  'exec.jobs-outlive-the-server':
    'After a crash of the server a step job goes on where it was: no step runs twice, and none is left out.',
  'exec.artifacts':
    'Artifacts of a project are uploaded, brought to commands and taken from them; what is wrong with an output never fails its command.',
  'exec.no-way-out-by-links': 'No link that a command has put in its folder leads what is brought or taken anywhere else.',
  'exec.query': 'The state of something that a command knows is read from a field of the JSON that it prints.',
  'exec.activations': 'A skill is brought into a session, whose commands then use the version that was chosen.',
  'exec.watch': 'To watch a task changes nothing of it, ends at once when it has ended, and is live once for each dedupe_key.',
  'exec.policy-words':
    'A command or task that ran into the sandbox says so in words an agent understands, and so does a request that policy rejects.',
  'exec.projects-are-apart': 'Nobody sees, reads, follows or cancels anything of another project.',
  'exec.profiles': 'A token with a profile can use only the tools that its profile allows; every call is checked, in one place.',
  'exec.ui-callers': 'A web page runs nothing in a project unless a profile allows it, or an administrator is signed in.',
  'exec.limits':
    'Commands, tasks and sessions that use more of the machine than they may end with the limit, also across a restart.',
  'exec.reaper': 'What nobody else ends or deletes of the skills service is ended and deleted, and admins see what that was.',
  'exec.project-limits': 'A project can be given less than the server allows, and no project takes all places from the others.',
  'exec.project-room':
    'All artifacts of a project together take no more than they may, whoever adds them at the same time, and can always be deleted.',
  'exec.network':
    'A command, task, service or step reaches the hosts that it asks for and the operator allows, and nobody else; one that asks for none reaches nobody.',
  'exec.tasks-outlive-the-server':
    'A task goes on when its server is gone, with no byte lost, and its end is known to the next one.',
  'exec.services':
    'A service is a task that is running once it is ready, ends when it is not in time or when nobody uses it, and outlives the server.',
  'exec.ports':
    'Ports of a service are reached by loopback connections into its own network, as root and not, and into no other; its network stays off.',
  'exec.ports-no-session': 'No browser sends the session of the web page to a service: services are on a host of their own.',
  'remote.settings': 'Remote mode is chosen by a setting, needs a key, and the key is shown nowhere.',
  'remote.sandbox-of-a-session':
    'A session has one remote sandbox, made with its time, guard and network said, renewed by use, and found again after a restart.',
  'remote.delivers-once':
    'A skill is brought to a remote sandbox once for each version, and again to a sandbox that replaces it.',
  'remote.begins-once': 'A command in a remote sandbox is begun once or not at all, whatever gets lost on the way.',
  'remote.vanished-sandboxes':
    'What ran in a remote sandbox that is gone ends with the reason, and is not started again by itself.',
  'remote.own-records': 'A command that spoils its records in a remote sandbox lies about nobody else, and ends all the same.',
  'remote.services-by-policy': 'Services in remote sandboxes are rejected unless the operator allows them, and have no ports.',
  'remote.trouble-in-words':
    'What the provider of remote sandboxes cannot do is told by one code, with the reason and what to do.',
  'remote.reaped':
    'Remote sandboxes of deleted sessions, idle ones and those past their hard limit are ended, and the reaper tells how many.',
  'process.ends-the-tree': 'Ending a child ends everything it started, also what left its process group.',
  'process.logs-are-byte-exact': 'stdout and stderr are kept byte for byte.',
  'process.lines-know-their-offsets': 'Every line knows where its bytes lie; UTF-8 is never torn, long lines are capped.',
  'process.secrets-are-masked': 'Known secret values never reach logs or events, in any chunking, and offsets hold.',
  'process.time-limit-ends-a-run': 'A run past its time limit is ended and what it printed is kept.',
  'process.shortage-waits':
    'Without descriptors or processes a run waits, and fails with SERVER_BUSY and not as if its skill had; requests get SERVER_BUSY.',
  'process.drain-is-bounded': 'A helper that holds the pipes open does not hold the run.',
  'process.environment-is-an-allow-list': 'A child sees only the variables it is meant to see.',
  'process.stdin-is-closed-or-given': 'stdin is closed or holds the whole input.',
  'process.output-and-silence-are-limited': 'A child that prints too much or nothing for too long is ended with its own code.',

  // Sandbox
  'sandbox.host-is-out-of-reach': 'A child cannot read or write anything of the host but its own run.',
  'sandbox.system-calls':
    'A filter of system calls keeps every child from keyrings, namespaces, mounts, other processes and the machine.',
  'limits.full-disk-ends-writers':
    'When the disk gets full, the run or session that wrote most is ended and gives its room back; cancel, cleanup and reading always work.',
  'limits.run-writes': 'What a run writes is limited in bytes and files, whether its files have names or not.',
  'limits.named':
    'A run that exceeds a limit of the machine ends with RESOURCE_LIMIT, the limit, what it allows and what was used.',
  'limits.enforced':
    'Memory, processes, CPU time, open files and file size of a run are limited, by the kernel where the server may ask it to.',
  'run.tmp-is-gone': 'The temporary files of a run are deleted when it ends, by success, failure, cancel or timeout.',
  'limits.others-go-on':
    'While a fork bomb, a memory hog, a disk filler and a CPU burner run into their limits, the jobs of others succeed.',
  'limits.everything-started':
    'A CLI that is asked something or probed, and npm, are held to the limits of runs too, and go first when memory runs out.',
  'sandbox.no-escape':
    'No attack of the escape suite leaves the sandbox, by command or task, as root or not; without the sandbox they succeed.',
  'sandbox.init-cannot-be-traced': 'A run that traces the first process of its sandbox is refused, and ends.',
  'sandbox.command-line-names-no-host-path': 'What a run can read of the processes of its sandbox names no path of the host.',
  'sandbox.never-root': 'Nothing of a skill runs as uid 0 or with a capability, also when the server is root.',
  'sandbox.own-records-are-out-of-reach':
    'A child cannot see or change logs, events, raw output, input.json or the manifest of its own run.',
  'sandbox.working-folder-is-writable':
    'Agents and scripts write where they stand; their inputs and our records are read-only or out of reach there.',
  'sandbox.network-is-off': 'A script without an allow list has no network, not even the loopback of the host.',
  'network.engines-are-gated':
    'An engine reaches public hosts and its provider, and neither loopback, private networks nor abstract sockets of the host, unless the operator says so.',
  'network.tools-use-the-gate': 'curl, git, npm and pip reach hosts through the gate by the variables that a run has.',
  'network.upstream-proxy':
    'A server that reaches the internet by a proxy lets its runs reach it by that proxy, with the same rules.',
  'network.refusal-is-told':
    'Whoever is kept from a host is told so by the gate in words that an agent understands, and the run says so.',
  'network.gate-is-cheap':
    'The gate adds a few milliseconds to the start of a run: Node does not start inside, and the server does not fork for it.',
  'sandbox.paths-are-neutral': 'A child sees its run at /workspace, whatever the host calls it.',
  'sandbox.status-is-honest':
    'The sandbox is probed by a real run; without it scripts that need it are refused, and what still runs says so.',

  // Events
  'events.numbers-are-contiguous': 'seq starts at 1 and is contiguous per run, for RASP and FCMP each.',
  'events.commit-point-hides-the-tail': 'What was not committed is never shown, and is cut when the log is opened again.',
  'events.state-and-event-are-one': 'A state change and its events are written together or not at all.',
  'events.one-terminal-event': 'Each run ends with exactly one terminal event and nothing after it.',
  'events.live-equals-history': 'Stream and history of a run are the same events, byte for byte.',
  'events.resume-without-loss': 'A reader that comes back with its cursor or Last-Event-ID misses and repeats nothing.',
  'events.slow-readers-block-nobody': 'A reader that does not read neither blocks the run nor grows memory.',
  'events.ranges-by-seq-and-time': 'History answers by number, by time, by type and in pages.',
  'events.every-byte-is-accounted-for': 'Every byte a script prints is covered by the raw_ref of some event.',
  'events.fit-their-schemas': 'Every event fits its closed schema, and a mutated one does not.',

  // Script jobs
  'run.script-end-to-end': 'A script skill runs, its output is validated, its artifacts are indexed and its result is returned.',
  'run.create-checks-at-once':
    'Unknown skill, engine, mode, option, input and parameter are refused at create, and nothing is left behind.',
  'run.prefer-wait': 'A caller may wait for the result in the same request; the run goes on if it leaves.',
  'run.status-has-every-field': 'The state of a job has all the fields of the contract.',
  'run.list-filters-and-pages': 'Jobs are listed newest first, filtered and paged by cursor.',
  'run.result-only-at-the-end': 'A result is refused before the end and is final after it.',
  'run.output-is-validated': 'Output that does not fit the schema fails the run and is kept for inspection.',
  'run.required-artifacts': 'A run without a required artifact fails; undeclared files are listed as output.',
  'run.logs-and-ranges': 'Logs come whole or by byte range, and never cut a character.',
  'run.artifact-paths-stay-inside': 'An artifact path never leads outside the artifacts of its run.',
  'run.cancel-ends-the-tree': 'Cancel ends every process of the run before the state says canceled.',
  'run.cancel-in-every-state': 'Queued and running jobs can be canceled; a finished one answers accepted:false.',
  'run.queue-is-fifo-and-bounded':
    'Jobs of a caller start first come first served, never more than allowed at once; a full queue answers 429 and keeps nothing.',
  'fair.checks-by-caller-and-skill':
    'A skill or caller whose checks take all their time waits behind the others; nobody else waits for more than what is under way.',
  'fair.queue-by-caller':
    'While others wait, a caller has its share of the queue and no more, and nobody stands behind all jobs of another.',
  'fair.jobs-that-await-an-upload':
    'Jobs that wait for an upload are only so many, shared by their callers, and end when it does not come.',
  'run.shutdown-is-graceful': 'A stopping server takes no new work, ends what runs in bounded time, and leaves true records.',
  'run.default-time-limit': 'A run for which nobody sets a time limit gets the default of the server.',
  'run.skill-version-is-pinned': 'A job runs the skill as it was when the job was created.',
  'run.hostile-schemas-are-bounded': 'A schema or pattern that takes too long is ended and blocks nobody.',
  'skills.broken-ones-are-listed': 'A broken skill is listed as degraded with the reason and hides no other.',

  // Entry points
  'entry.script': 'A script entry point runs without an engine, with its input on stdin and as a file.',
  'entry.script-variables':
    'Variables that the operator passes on reach the scripts of skills that declare them, masked; a script without one is told.',
  'entry.prompt':
    'A prompt entry point takes the first template found, else a default that names the skill, its parameters and its files.',
  'entry.hybrid': 'A hybrid entry point runs its script first, and the engine finishes with what the script prepared.',
  'entry.templates-are-bounded': 'A template is rendered in the bounded worker and reaches nothing of the host.',
  'entry.replay-plays-scripts': 'The replay engine is a real program that plays lines, delays, files and exit of a script.',
  'entry.replay-plays-recorded-runs': 'The replay engine plays a recorded run again, and the same events come out.',
  'entry.engines-are-chosen-at-create':
    'A job names an engine and model that the skill, the server and this version have, or gets the first that is ready.',
  'entry.parsers-never-throw': 'A parser takes whatever comes, throws never, and accounts for every byte.',

  // Restart
  'nodes.recovery-is-own':
    'Of several servers on one database, one that starts ends, fails and takes over only what it had itself; one that is alone, everything.',
  'nodes.one-id': 'A data folder has one id for good, which its processes and rows carry.',
  'restart.nothing-is-stuck':
    'kill -9 at any moment leaves no run stuck, no process, no half event; a second restart changes nothing.',
  'restart.leftovers-are-ended':
    'Processes left by a dead server are found by pid, start time and marker, and ended; others are not touched.',
  'restart.queued-by-config': 'Queued runs fail or are kept at a restart, as configured.',

  // Door
  'door.one-error-shape': 'Every failure on every route has the one shape and a code from the table.',
  'door.unknown-names-are-ignored':
    'Unknown members of a body and unknown query names are ignored and named in the answer; those of runtime_options are refused.',
  'door.bind-rules': 'Another address than loopback needs a token, or an explicit override.',
  'door.tokens-and-scopes': 'With tokens every route but health needs one with the right scope, compared in constant time.',
  'door.project-tokens': 'A token of a project reads and changes nothing of the whole server, whatever its scope.',
  'door.created-tokens':
    'The command line creates, lists and revokes tokens, with a server and without; only hashes are stored, and one that has ended is rejected at once.',
  'door.host-and-origin': 'Requests with a foreign Host or Origin are refused.',
  'door.request-limits': 'Too large, too slow and malformed requests are ended with the right code.',
  'door.security-headers': 'Every answer carries security headers and an X-Request-Id of its own.',
  'door.metrics-by-skill-engine-and-code':
    'Metrics tell runs by skill, engine and error code, how long they took, and their tokens.',
  'door.health-ready-metrics': 'healthz, readyz and metrics tell the truth about the process.',
  'door.answers-fit-openapi': 'Every answer fits openapi.json; the document and a browsable page are served.',
  'door.reads-change-nothing': 'No GET changes anything.',

  // Config and logs
  'config.every-problem-is-named': 'Every problem of the configuration is named at start, with a hint for a near miss.',
  'config.file-and-environment': 'Settings come from the environment or skill-runner.toml; the environment wins.',
  'log.lines-carry-their-run': 'Every log line of a run carries request_id and run_id.',
  'log.files-rotate': 'Log files rotate by size and keep the configured number.',
  'log.no-secrets': 'No token reaches a log line.',

  // Bench
  'bench.settings-are-printed': 'The bench prints its settings and is valid only with sandbox, audit and durable writes on.',

  // Registry
  'registry.two-roots': 'Built-in and user skills are both found, and a user skill wins over a built-in one of the same id.',
  'registry.is-watched':
    'A skill that is added, changed or removed on disk is seen without a restart, and a look-up never scans.',
  'registry.broken-hides-none':
    'Every kind of broken skill is listed as degraded with the exact field that is wrong, and the others still run.',
  'registry.digest-covers-the-folder':
    'The digest of a skill changes with every byte, name, link and executable bit in its folder, and with nothing else.',
  'registry.skill-md-rules':
    'SKILL.md is read by the Agent Skills rules: name, description, licence, compatibility, metadata, allowed tools.',
  'registry.both-dialects': "runner.json is read in the seeds' dialect and in the field's, with the same meaning.",
  'registry.fixed-file-names': 'Where schemas, engines or artifacts are left out, the fixed file names and the defaults hold.',
  'registry.mistakes-are-told':
    'A misspelt member of runner.json and a command whose script is missing are problems, with the nearest name.',
  'registry.meta-schemas':
    'The three schemas of a skill are checked against our meta-schemas, and every violation names its place.',
  'registry.infers-artifacts': 'Artifacts that runner.json does not list are inferred from the output schema.',
  'registry.plain-skills-run': 'A skill with SKILL.md only is listed as plain and runs.',
  'registry.effective-engines':
    'The engines of a skill are those it names less those it excludes; contradictions are refused by field.',

  // Hostile skills
  'hostile.schemas-templates-patterns': 'Hostile schemas, templates and patterns are ended in time and block nobody.',
  'hostile.skill-vanishes': 'A skill folder that vanishes during a run does not harm the run.',

  // Built-in skills
  'builtin.demo-echo': 'demo-echo runs offline with replay and is documented as an example of a prompt skill.',
  'builtin.demo-prime-number':
    'demo-prime-number takes its numbers inline or as a file and is documented as an example of a script skill.',
  'builtin.zotero-parse-attachment': 'zotero-parse-attachment takes file and inline inputs and leaves parsed.json and notes.md.',
  'builtin.demo-interview-package': 'demo-interview is a valid interactive skill that replay can play.',

  // Cache, keys, cleanup
  'cache.hit-binds-the-old-run': 'A job whose inputs were seen before is answered at once by the old run.',
  'cache.key-covers-everything': 'Whatever can change the output changes the key.',
  'cache.only-clean-results':
    'Interactive runs, no_cache runs and results repaired by N3 are neither read from nor written to the cache.',
  'idempotency.same-key-same-answer':
    'The same key and body give the first answer again; another body is refused; a crash in between loses nothing.',
  'run.rerun': 'A job can be run again with overrides, without the cache.',
  'cleanup.removes-what-nobody-needs':
    'Cleanup removes finished history by filter, never an active run nor one that a job refers to.',
  'cleanup.retention-by-age': 'Runs, uploads, keys and cache entries are removed when their time is over, in the background.',
  'disk.low-water-mark': 'New jobs are refused before the disk is full, and what runs can still end.',

  // Artifacts
  'output.paths-are-resolved':
    'A file that the agent wrote elsewhere in its folder and names in a marked field is moved to the artifacts with a warning.',
  'artifacts.manifest': 'manifest.json lists role, path, mime, size, sha256 and whether it was required.',
  'artifacts.globs': 'Patterns are relative to artifacts/ and match as documented.',
  'artifacts.special-files-are-refused':
    'FIFOs, devices, sockets and symlinks among the artifacts neither block nor leak anything.',
  'artifacts.huge-files-stay-flat': 'Sparse and huge artifacts are hashed and sent with flat memory.',
  'artifacts.changing-files-are-told': 'A file that changes while it is hashed is never listed with a wrong digest.',
  'artifacts.download-ranges': 'A single artifact is sent whole or by range, with its ETag and content type.',
  'artifacts.bundle-streams': 'The bundle is streamed, holds what the contract says and never credentials.',

  // Receipts
  'receipts.every-run':
    'Every run that ends has a signed receipt of what ran, under which policy, and what came of it, wherever the server stops.',
  'receipts.public-verifier': 'A public verifier of DSSE and in-toto agrees with ours, about true receipts and false ones.',
  'receipts.every-byte': 'verify finds every changed byte of a bundle, and names the files that were changed, added or removed.',
  'receipts.trust': 'verify calls verified only what a key signed that its caller trusts.',
  'receipts.hostile-bundles': 'No bundle crashes verify, makes it write or hold much in memory, or passes by deceiving it.',
  'receipts.keys-rotate': 'Keys are replaced under a running server, and receipts of earlier keys stay verifiable.',
  // Recordings
  'recording.plays-the-same':
    'A recording of a run is played with the same conversation, tool calls, usage, questions, files and result, and its recording is the same again.',
  'recording.of-every-cli': 'What each agent CLI did is recorded in the words of the replay engine, and plays the same.',
  'recording.masks':
    'Known secrets, tokens, home folders and paths of the machine are masked in a recording, and it says how many.',
  'recording.refuses-what-cannot-be-played':
    'A run that has not ended, ran no engine, was ended from outside, lost its files or is too large is refused with the reason.',
  'recording.hostile-runs': 'Whatever a run says, its recording is bounded, fits its schema and can be played.',
  'recording.command':
    'skill-runner record writes a recording into a skill, checks one against a run, and replaces nothing unasked.',

  // Files of jobs
  'inputs.zip-upload-streams': 'A zip of inputs goes to disk as it arrives and is unpacked from there, with flat memory.',
  'inputs.part-per-field': 'Each file input can be sent as a part of its own, named after its field.',
  'inputs.one-request': 'One multipart request creates a job, brings its files and starts it.',
  'inputs.strict-keys':
    'A file is an input only under its exact key; a part that no file input is named like is refused by name, other files of a zip are kept.',
  'inputs.inline-and-file-mixed': 'A job may have inline and file inputs at once, and each is refused in the place of the other.',
  'inputs.missing-files-are-all-named':
    'An upload without required files names every missing one, and the job can still be used.',
  'inputs.manifest-is-written': 'input_manifest.json lists path, size and sha256 of every input of a run.',
  'inputs.await-upload': 'A job waits for its upload when it must or was asked to, says so, and keeps waiting across a restart.',
  'inputs.create-then-upload':
    'A client that creates by JSON and always uploads, with or without files, gets its run, whatever files the skill declares.',
  'inputs.second-upload-is-refused': 'An upload to a job that has started is refused and changes nothing.',
  'hostile.zip-inputs':
    'Slips, bombs, symlinks, duplicates, encrypted and truncated zips are refused with a code, and nothing is written outside.',
  'uploads.rows-decide':
    'Of files that come for one job or question at the same instant, also through several servers, those count that a row names, and nobody takes them away.',
  'hostile.upload-sizes': 'Uploads of 0 bytes and of gigabytes are handled with flat memory.',
  'hostile.deep-json': 'JSON of depth 10,000, unknown fields and hostile ids get a clear 4xx.',
  'hostile.requests':
    'A request of any operation, with valid and hostile values, gets an answer that fits openapi.json, and never an unexpected error.',
  'hostile.full-disk': 'A full disk at any step ends in a clear code; what was accepted is not lost.',
  'hostile.read-only-data': 'A data folder that cannot be written is told at start and at run time.',

  // Output chain and its outside judges
  'output.candidates-in-order':
    'The result is looked for in the result file, the last message and stdout, in that order; all are kept.',
  'output.extraction-is-warned': 'JSON from a fence or out of prose is taken with a warning; meaning is never guessed.',
  'output.exactly-what-was-said':
    'Every number of an output survives as it was written, and what cannot survive (a repeated key, broken UTF-8) is warned of.',
  'output.syntax-repair-only': 'N0 repairs syntax and nothing else, and never invents a cut tail.',
  'output.skill-normalizer': 'N1 and N2 run the programs of the skill in the sandbox, and their result is validated again.',
  'output.program-repair':
    'N3 by program changes only what loses nothing, is off by default, and warns that meaning may have shifted.',
  'output.validation-is-on-record': 'validation.json tells each step with its time and its violations.',
  'output.result-file-is-valid': 'result/result.json exists only when it satisfies the schema.',
  'judges.json-schema-suite':
    'Every keyword of draft 2020-12 and draft-07 is judged through the whole output path as the specification says, or refused by its name.',
  'judges.broken-json-table': 'A table of broken JSON has, for each case, the verdict that was written by hand.',

  // Scripted model (3.1)
  'model.speaks-four-protocols':
    'The scripted model speaks OpenAI Responses and Chat Completions, Gemini and Anthropic Messages, streaming.',
  'model.checks-what-was-sent': 'An unknown route or field that a CLI sends fails the test.',
  'model.fails-on-demand': 'The scripted model can answer every provider failure, cut, stall, garble and redirect.',
  'model.examples-work':
    'The settings and commands on the page of the scripted model lead every real CLI to it, by hand and in jobs of a server.',

  // Installer (3.2)
  'installer.pinned-side-by-side': 'Engines are installed from npm in pinned versions, side by side, one at a time.',
  'installer.progress-is-readable': 'The progress of an installation can be read, over HTTP and on the command line.',
  'installer.survives-a-crash': 'An installation that was cut off blocks no later one.',
  'installer.tests-use-real-clis':
    'The suite installs the real CLIs; without them their tests are named skips, and in CI a failure.',

  // Codex and Gemini (3.3)
  'engine.launch-is-current': 'Codex and Gemini are launched with flags that their pinned versions have.',
  'engine.config-layers': 'Default, skill, request and enforced settings are merged in that order and validated.',
  'engine.private-home': "Every run has a private home from a warmed template, and never a person's own settings.",
  'engine.credentials-go-back': 'Refreshed credentials go back to the managed home under a lock, and to nowhere else.',
  'engine.trust-is-removed': 'Trust entries are written before the start and removed after it, also after a crash.',
  'engine.skill-is-delivered':
    'The skill is in the place where the CLI looks for it, patched once with contract, mode and artifact folder.',
  'engine.prompt-by-stdin': 'The prompt goes by stdin and appears in no argument list.',
  'engine.models-of-skills':
    'An unknown model of a skill gives way to the default with a warning, a retired one is passed on, that of a caller is refused or passed on as configured.',
  'engine.settings-of-skills': 'Reserved settings of a skill have no effect and are told; those of a caller are refused.',
  'engine.models-by-version': 'The model catalogue follows the installed version, and unknown models are refused at create.',
  'engine.auth-is-probed': 'auth_ready comes from a probe of the CLI, never from a file that exists.',
  'engine.says-what-it-retried': 'A run that is ended in the middle of retries says what was being retried.',
  'engine.native-schema':
    'Where the engine can hold to a schema it is given ours, and the answer is validated against the original.',
  'engine.usage-is-right': 'Token usage is reported per run, also where the engine counts cumulatively.',

  // Proven (3.4)
  'engine.nothing-else-on-the-network': 'A run reaches the model it was given and tried nothing else.',
  'engine.result-by-message-or-tool': 'A result comes through by message and by a file that a tool wrote.',
  'engine.resume': 'A second attempt goes on with the same engine session.',
  'engine.provider-failures-have-codes':
    "Each provider failure becomes the right code with the engine's own words, in bounded time.",
  'engine.cancel-ends-tool-children': 'Cancel and time-out end the engine and the tools it started.',
  'engine.runs-do-not-mix': 'Twenty runs at once with different settings do not see each other.',
  'engine.tool-output-is-whole': 'What a tool prints reaches the model whole, or cut with a word about it.',
  'engine.secrets-stay-inside': 'A planted credential is found in no log, event, bundle or error.',

  // Parsers (3.5)
  'parser.captures-by-hand':
    'For at least twelve recorded calls per engine, and for all there are of iflow, which cannot be had any more, the expected events were written by hand.',
  'parser.captures-golden': 'Every recorded case gives the reviewed events.',
  'parser.survives-mutation': 'Cut, doubled, interleaved and torn input never throws, and every byte is accounted for.',
  'parser.any-json': 'Any JSON value in any place of what an engine prints is read or stays raw: no parser throws.',

  // Engines API (3.6, 3.7)
  'engines.list-and-models': 'GET /v1/engines and its models tell versions, readiness and catalogue as they are.',
  'engines.management-view': 'The management view of an engine has the fields of the contract.',
  'doctor.names-the-fixing-command': 'doctor says what is missing and the command that fixes it.',
  'doctor.deep-finds-flipped-bytes':
    'doctor --deep finds changed bytes in database, events, logs, results and artifacts, beside a server and without one.',
  'doctor.tells-of-a-missing-filter': 'doctor and readyz say so when the system calls of runs are not filtered.',
  'doctor.asks-the-server': 'Where a server runs, doctor says what that server says of itself.',
  'engines.allow-list-is-tried':
    'An engine allow list is promised only where the CLI works behind it; elsewhere the run says so.',
  'bench.engine-overhead': 'The bench compares the bare CLI and the runner in one run, and the runner adds little.',

  // Protocol (4.1)
  'protocol.closed-schemas': 'Every RASP and FCMP type has a closed schema that is part of openapi.json.',
  'protocol.every-event-is-validated': 'Every event that any test produces fits its schema.',
  'protocol.mutated-events-are-rejected': 'An event with a field changed, added or dropped is rejected.',

  // Order (4.2)
  'protocol.random-runs-keep-order': 'Random runs with replies, cancels, crashes and echoes keep numbers, pairs and order.',
  'protocol.pairs-are-together': 'A state change and the event that explains it are always neighbours.',

  // Live equals history (4.3)
  'stream.ends-with-the-run': 'A reader that has every event of a run that has ended is told not to come back.',
  'stream.late-and-dropped-readers': 'Readers that come late, drop and resume see every event once and in order.',
  'stream.across-kill-nine': 'Across kill -9 of the server a reader that comes back loses and repeats nothing.',
  'compat.plugin': 'The requests of the Zotero plugin are answered as it expects: its skill with the job, chat, and no sign-in.',
  'stream.public-clients-agree': 'Two public SSE clients and the EventSource of a browser read the stream as we mean it.',

  // History (4.4)
  'history.jobs-and-management': 'History answers alike under jobs and management, in both protocols, by number and time.',
  'history.log-ranges-on-borders': 'Log ranges on the borders of characters are widened and say so.',

  // Audit (4.5)
  'audit.fs-diff': 'fs-diff lists what the attempt created, changed and deleted in its folder.',
  'audit.transcript-splits-again': 'The merged transcript can be split again into stdout and stderr, byte for byte.',
  'audit.meta-has-metrics': 'meta.N.json holds versions, redacted arguments, times, exit and metrics.',
  'audit.one-log-of-events': 'logs/events.jsonl of a run that has ended has the events of all its attempts.',
  'audit.out-of-reach': 'The agent can neither see nor change the audit of its own run.',

  // Echo and diagnostics (4.6, 4.7)
  'echo.repeats-are-folded': 'Raw lines that repeat an assistant message are dropped from FCMP and told once; RASP keeps all.',
  'echo.others-are-not-delayed': 'Profiles that do not echo are never held back.',
  'diagnostics.each-code-has-a-test': 'Every diagnostic code is produced by a test.',

  // Load
  'load.thousand-readers': 'A thousand readers of two thousand events lose none, with bounded lag and memory.',
  'load.half-a-gigabyte': 'A run that prints 500 MB keeps its pace with flat memory and does not slow other requests.',
  'load.fifty-printing-runs': 'Fifty runs that print at once keep their events apart and whole.',

  // The cycle
  'talk.plain-skills-talk': 'A plain skill can be run interactively.',
  'talk.whole-cycle':
    'Question, reply and the same session again lead to the done marker and a validated result, on every engine.',
  'talk.nothing-leads-astray':
    'What a turn leaves behind leads nothing of the server astray, and one corrupt run delays no other.',
  'talk.demo-interview': 'demo-interview shows choices, a confirmation, free text and a summary artifact.',

  // Completion
  'completion.marker-only-in-assistant-text': 'A marker in tool output, in lower case or with another value is none.',
  'completion.first-marker-counts': 'Of several markers the first counts, and the others are told.',
  'completion.marker-alone-is-no-result': 'The marker alone is never a result.',
  'completion.marker-with-invalid-output': 'A marker with invalid output goes through the chain and then fails.',
  'completion.soft-completion':
    'A valid result of the turn itself, in its file, its message or its only fenced block, completes without a marker, with a warning.',
  'completion.quoted-json-asks': 'JSON quoted inside a question does not complete a run.',
  'completion.open-schema-never-soft': 'A schema that requires nothing never completes softly.',
  'completion.max-attempt':
    'The last allowed attempt fails the run when it only asks, and ends it well when there is a valid result.',
  'talk.fields-under-one-name': 'A question block whose fields stand under one root key is read like one without it.',
  'completion.marker-and-failed-process': 'A marker from a process that failed is a failure, and the conflict is told.',

  // Pending and reply
  'reply.idempotent': 'The same reply with the same key gets the same answer and makes no second attempt.',
  'reply.stale-and-not-waiting': 'A reply to an old question, or to a run that does not wait, is refused and changes nothing.',
  'reply.wrapped-text': 'A free-text reply as {"text": "…"} counts as its text, also when it is repeated.',
  'reply.wrong-kind': 'A reply that does not fit the kind of the question is refused by field.',
  'reply.files': 'A reply may bring files within the limits.',
  'reply.not-interactive': 'An auto job has no interaction routes.',
  'reply.full-queue-loses-none': 'A full queue never loses a reply.',
  'reply.same-under-management': 'Pending and reply are the same under jobs and management.',

  // Auto reply
  'autoreply.from-the-store': 'Auto replies are found in the store, also for runs that waited across a restart.',
  'autoreply.one-winner': 'A reply and a time-out at the same instant have one winner.',

  // Torture and cancel
  'torture.records-are-right':
    'After kill -9 at random instants every accepted job has a record that is right and one terminal event.',
  'torture.waiting-runs-go-on': 'After a restart waiting runs can be answered and resumed.',
  'torture.nothing-is-left': 'After a restart no process, home or trust entry is left that no run owns.',
  'torture.over-postgres': 'The same holds over Postgres, which crashes under load too.',
  'torture.faults-lose-nothing':
    'Files, rows, disk, descriptors, clock, readers and receivers that fail or take long lose no accepted job and leave nothing.',
  'torture.second-restart-changes-nothing': 'A second restart changes nothing.',
  'cancel.one-winner-everywhere': 'Cancel in every state at every moment has one winner.',

  // Texts and repair
  'texts.checked-and-injected-once': 'Completion contract and mode texts are files, checked at start and injected once.',
  'repair.engine-turns':
    'Repair by the engine takes one to three turns in the same session, is warned of, switchable and never cached.',

  // Budgets and engines that follow each other
  'budget.ends-a-run':
    'A run that passes a budget of its job is ended with BUDGET_EXCEEDED, the budget, what was used and who set it.',
  'budget.counts-all-turns': 'All turns of a run count together: repair turns, further attempts, and engines tried before.',
  'budget.unsupported': 'A budget that an engine does not report is rejected when the job is created, and nothing runs.',
  'budget.engines-tell': 'What each engine is said to report comes out of its recorded calls.',
  'budget.per-day': 'What tokens and projects may use in a day holds for all their runs together, also across restarts.',
  'engine.fails-over':
    'Where an engine cannot reach its provider and has used nothing, the next engine of the job goes on in the same run.',

  // The engines
  'opencode.runs-as-promised': 'opencode passes the suite of all engines, with prompt by stdin and questions by mode.',
  'opencode.retries-are-bounded': 'Silent retries and endless empty turns of opencode are ended by the runner.',
  'iflow.documented-contract':
    'The iflow stand-in plays the recorded samples byte for byte, in both channel layouts, with drift told.',
  'iflow.end-of-service-is-said': 'GET /v1/engines says that the vendor of iflow ended the service.',
  'claude.runs-as-promised': 'claude passes the suite of all engines, with its schema, errors, reasons and resume.',
  'qwen.runs-as-promised': 'qwen passes the suite of all engines, and its exit 0 on 401 is a failure.',

  // All of them
  'engines.cycle-and-torture-over-all': 'The interactive cycle and the torture hold over all six engines.',
  'engines.adding-one-is-a-folder': 'A seventh engine is one folder, its captures and one line, and a test adds one that way.',
  'drift.probe-writes-a-card': 'engine probe runs fixed cases and writes a capability card that the adapters read.',
  'drift.upgrade-shows-and-rolls-back': 'An upgrade shows what changed between two versions and can be rolled back.',

  // Packages
  'packages.install-and-validate': 'A package is installed, or all that is wrong with it is said without installing.',
  'packages.plain-skills-install':
    'A folder with SKILL.md alone is validated, installed and run; what breaks a rule of the specification is a warning.',
  'packages.update-archive-restore':
    'An update needs a greater version; the old one is archived and can be restored; delete archives.',
  'packages.switch-is-atomic': 'An install while fifty jobs of that skill run shows each of them one whole version.',
  'packages.runs-record-version': 'Every run records the version and digest of its skill.',

  // Skills of projects
  'exec.skills-of-projects':
    'A project has skills of its own: uploaded as a zip, listed, read file by file, enabled, disabled and deleted.',
  'exec.skill-versions-by-content':
    'The content of a skill is its version: the same is no change, every version is kept and can be activated again.',
  'exec.installed-skills-in-default': 'Installed skills are in project default, read-only; an uploaded one of that name wins.',
  'exec.skill-uploads-are-atomic':
    'A crash leaves no row without its folder; folders without a row are removed, but not while somebody may use them.',

  // The skills APIs of vendors, and discovery
  'compat.anthropic-skills':
    'The official client of Anthropic creates, lists, reads, versions, downloads and deletes skills, which our own routes show and run.',
  'compat.openai-skills':
    'The official client of OpenAI creates, lists, reads, versions, downloads and deletes skills, and chooses their default version.',
  'compat.vendor-errors':
    'Clients of vendors get errors in their format with our code inside; tokens, projects and profiles hold for them as for all.',
  'compat.discovery-bounded': 'To list skills for discovery packs one skill of each project at a time, and each version once.',
  'compat.discovery':
    'The discovery index lists enabled skills, each with an address and the digest of the bytes that are there.',

  'examples.skills-upload': 'examples/flows/skills-upload.ts uploads a skill to a project and runs a command in it.',
  'examples.orchestrator-profile':
    'examples/profiles/skill_orchestrator_agent.yaml is accepted as a profile, and gives an agent every tool and nothing else.',

  // Temporary skills
  'temp.same-routes-as-jobs': 'A temporary skill run has the same sub-routes and code paths as a job.',
  'temp.package-lives-for-the-run': 'The package of a temporary skill is gone after its run unless it was asked to stay.',

  // Management
  'management.fields-of-the-seed': 'Every management route has the field names of the seed.',
  'management.run-list': 'The run list is filtered and paged by cursor.',
  'management.settings-logs-sweeps': 'Settings, logs, cleanup and sweep status can be read.',
  'management.file-preview': 'File tree and preview stay inside the run, are bounded, and know binaries and text encodings.',
  'management.schemas-render-forms': 'The schemas route is enough to render a form.',
  'management.openapi-per-skill': 'Each skill has an OpenAPI document of its own.',
  'management.old-ui-routes': 'Old UI data routes answer with deprecation headers, or 410.',

  // The web page
  'web.served-built-and-closed':
    'The web page comes from this server alone, compressed, with a policy that lets nothing inline run.',
  'web.sign-in': 'A browser exchanges a token for a cookie; only pages of ours can use it, and a logout really ends it.',
  'web.runs-and-replies':
    'On the page a person runs a skill, watches it, answers it, and sees result, files and the bytes behind events.',
  'web.reply-box-in-sight': 'The reply box stays in sight at every width, covers nothing, and is open only while the run asks.',
  'web.actions':
    'On the page runs are canceled, run again as they are or with changes, downloaded, filtered, searched and paged.',
  'web.skills-and-server':
    'The page tells schemas and health of skills, settings without their secrets, the log of the server, and who changed what.',
  'web.knows-only-the-sdk': 'The web page knows the server only through the SDK.',
  'web.forms':
    'A form for a skill is made from its schemas, nested ones too; what is wrong is told at its field in the language of the person, and nothing entered is lost.',
  'web.engine-settings':
    'Settings of the chosen engine can be entered as JSON in the form of a skill, and are part of the request and of its commands.',
  'web.server-sentences':
    'Why an engine is not ready, what is wrong with a package or a delivery, and what a setting does, is said in the language of the page.',
  'web.errors-by-code': 'Every error code has a sentence in each language of the page that says what to do.',
  'web.dots': 'Runs can be seen as dots over time and duration, by keyboard and screen reader too.',
  'web.deliveries': 'The deliveries of all jobs are listed, newest first, on a route and on a page.',
  'web.commands':
    'Commands, tasks, step jobs and sessions of a project are run, followed live, canceled and deleted on the web page.',
  'web.first-steps':
    'Without a key, a person runs a script, a prompt and a conversation on the page, and reads how to use a real engine.',
  'web.packages-and-engines':
    'Packages are installed on the page with progress and a list of their problems; engines are probed there.',
  'web.looked-at': 'Every page fits narrow and wide, light and dark, in both languages; pictures of all are kept by the run.',
  'web.accessible': 'No page has a serious obstacle for people who use a keyboard, a screen reader, or need contrast.',
  'web.shows-nothing-as-markup': 'What skills and runs say is shown on the page as text and never runs there.',
  'web.goes-on-after-a-restart': 'A page that lost its server says so, and goes on without a gap.',
  'web.previews':
    'Files of a run are shown in the way that suits them, by their beginning where they are large, with a download.',
  'web.stays-smooth': 'A run with 50,000 events and a log of 200 MB are read in parts: memory and what is drawn stay small.',
  'web.place-in-the-address': 'What is looked at in a run is in the address: an event, or a line of a log.',
  'web.attempts-and-checks': 'The page tells each attempt, how the output was checked and changed, and what the run used.',
  'web.graph-of-a-run':
    'Request, replies, tool calls and artifacts of a run are drawn as a graph, the same every time, and as a list.',
  'web.timeline':
    'The timeline tells when each thing was, how often it was tried, what is not over, and time that nothing accounts for.',
  'web.rows-of-events': 'Events of one thing are one row; the views show the same rows.',

  // Webhooks
  'webhooks.signed-and-retried': 'Webhooks are signed, retried with back-off, and their deliveries can be read.',
  'webhooks.every-end-is-delivered': 'A receiver that was down gets every terminal event once it is back, also across a restart.',
  'webhooks.taken-is-taken': 'A message that a receiver has taken stays delivered, whatever another server met that sent it too.',
  'webhooks.private-ranges-are-refused': 'Targets in private ranges are refused unless allowed, also behind redirects and names.',

  // Limits
  'limits.rate-per-token': 'Each token has its own rate limit, answered with 429.',
  'limits.open-per-token': 'Each token has a limit of requests that are open at once: streams, waits and uploads.',
  'limits.cors-for-configured-origins': 'Only configured origins get CORS headers.',
  'admin.actions-are-audited': 'Every admin action is on record with who and when.',

  // Hostile and wild packages
  'packages.hostile-paths': 'Slips of every kind are refused by entry, and nothing is written outside staging.',
  'packages.hostile-archives':
    'Bombs, lying, colliding, encrypted and truncated archives are refused, each within 2 s of a processor and 128 MiB, and nothing is kept.',
  'packages.hostile-documents':
    'Hostile YAML, schemas, references, patterns and keys are refused or harmless, each within 3 s of a processor and 128 MiB, and nothing is kept.',
  'evals.cells-are-jobs':
    'The test cases of a skill run as ordinary jobs, with their files, on each engine and as often as they say; each cell names the job behind it.',
  'evals.program-checks':
    'A result is compared with a value and a schema, and artifacts by path, role, size and sha256; a difference is named.',
  'evals.statements-need-a-grader':
    'A statement passes only if the grader of the caller passes it and says false to a control; who judged is told, and else it is not graded.',
  'evals.invalid-runs-nothing':
    'Test cases that are malformed, or that the skill would not take, are all named by their place, and nothing runs.',
  'evals.public-layout': 'The evals.json of public skills is read, with unknown members as warnings.',
  'evals.survive-restart':
    'A test that a stop of the server interrupted goes on with the next start, and runs nothing twice that had ended.',
  'evals.cancel': 'A canceled test starts no more cases, and its runs end.',
  'evals.command':
    'skill test prints pass rate, time and cost by engine and why a case failed, and ends with an exit code for CI.',
  'evals.install-gate': 'A server that requires it installs no skill whose test cases do not pass, whoever asks.',
  'evals.built-in-skills-pass': 'Every built-in skill has test cases, and they pass.',
  'evals.page': 'The page shows the test cases of a skill by engine, runs them, and leads to the run behind each cell.',
  'packages.wild-skills-load': 'Skills as they exist in the world load; what is strict and what lenient is told in the docs.',

  // SDK and command line
  'clients.leave-no-job-waiting': 'SDK, command line and page leave no job behind that waits for files by accident.',
  'sdk.javascript-package':
    'The tarball of npm pack is JavaScript with types: it installs offline, compiles, and runs in Node 20 and in a browser.',
  'sdk.types-need-no-cast':
    'Forms, and the events of a stream by their names, are typed: they can be written and read without a cast.',
  'sdk.client-without-dependencies': 'The SDK has no dependencies and covers jobs, uploads, events with resume, and replies.',
  'client.http-only': 'The example client imports nothing but itself and Node, and reaches the server by HTTP alone.',
  'client.settings':
    'The example client listens on loopback at port 8011, which an invalid value does not change; the server ignores its settings.',
  'client.runs-skills':
    'With the example client a person runs skills in a chosen mode, uploads files, replies, and reads results.',
  'client.records':
    'The example client records create, upload, reply and result reads, without secrets, and replays them by steps.',
  'client.stays-in-its-folder': 'No name of a recording leads out of the folder of the recordings.',
  'client.for-its-own-pages': 'Pages of other origins cannot use the example client, and nothing of a run is shown as markup.',
  'cli.runs-local-skills': 'A folder or zip is run from the command line without being installed.',
  'cli.commands-and-exit-codes':
    'run, watch, reply, cancel, skill, engine and doctor work with progress, --json and documented exit codes.',
  'cli.exec':
    'exec runs commands and tasks of a project, prints their output as it is, and ends with their exit code; it also manages its skills.',

  // MCP
  'mcp.conformance':
    'The official suite of MCP finds nothing wrong by the requirements of both revisions, but for scenarios that need tools made for it.',
  'mcp.real-clis':
    'The CLIs of codex, gemini, opencode and claude use the tools of a server with the settings of the examples, unattended.',
  'mcp.inspector':
    'The command line of MCP Inspector finds nothing wrong with tools and skills in either revision, and calls tools.',
  'mcp.tools':
    'Over MCP, clients of 2026-07-28 and of 2025-11-25 use the skills service as tools, with the schemas, rights and errors of REST.',
  'mcp.runs': 'Runs of skills are started, followed, read and canceled over MCP; each is the same job over REST.',
  'mcp.questions':
    'A question of a run reaches the person through the client, where it can ask, and else the agent, which replies by a tool.',
  'mcp.skill-tools':
    'Each installed skill that runs unattended on inline inputs is a tool with its own schemas and its data as the result.',
  'mcp.guards':
    'Tokens, projects, profiles, pages, rebound names and the rate limit hold over MCP as over REST, in the list of tools and in the call.',
  'mcp.tasks':
    'For clients that know tasks of the protocol, runs and commands are tasks under their own ids; nothing is kept for them.',
  'mcp.skills': 'Skills are listed and read over MCP with a SHA-256 of each file, and each is a prompt.',
  'mcp.skills-bounded':
    'To list skills over MCP takes the files of one skill of each project into memory at a time, and of each version once.',
  'mcp.keys':
    'Over MCP, commands, tasks, services, step jobs and runs take a key; a call that is made again with it starts nothing.',
  'mcp.list-changed':
    'A client of 2026-07-28 that listens is told when its tools, prompts or resources may have changed; older ones are promised nothing.',
  'mcp.bridge':
    'skill-runner mcp relays messages between stdin, stdout and the running server, and says clearly when there is none.',
  'mcp.watch': 'A watch over MCP answers within 45 seconds, says that it is alive, and never changes what it watches.',
  'mcp.errors':
    'Over MCP, what REST refuses is a result with the same error; mistakes of the protocol are its own errors with our code in them.',
} as const

/** What later work promises, and in which part: listed so that nobody forgets it, cited by nobody yet. */
export const planned: Readonly<Record<string, { readonly part: string; readonly promise: string }>> = {}

export type RequirementId = keyof typeof requirements
