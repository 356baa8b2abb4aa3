import { type Hints, runs, type ToolSpec } from './tool.ts'

const reads: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const ends: Hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }

/** A call whose answer was lost can be made again: it starts nothing a second time. */
const byKey = { idempotency_key: 'idempotency-key' }

const ofSkill = { name: 'skill_name' }

/** The skills service, as tools. domain/tools.ts says which operations each of them opens to a token with a profile. */
const serviceTools: readonly ToolSpec[] = [
  {
    name: 'skills_list',
    title: 'List skills',
    description:
      'Lists the skills of this project: name and description of each. Read a skill with skills_load before you use it.',
    hints: reads,
    operation: 'listProjectSkills',
    way: 'request',
  },
  {
    name: 'skills_load',
    title: 'Load a file of a skill',
    description:
      'Reads a file of a skill as text: SKILL.md, which tells how to use it, unless path names another one. The paths of all files come with it.',
    hints: reads,
    operation: 'getProjectSkillFile',
    way: 'load',
    rename: ofSkill,
  },
  {
    name: 'skills_activate',
    title: 'Activate a skill in a session',
    description:
      'Copies a skill into a session and chooses the version that its commands use. skills_run_cmd does that by itself; use this to pin a version.',
    hints: { ...runs, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    operation: 'activateInExecSession',
    way: 'request',
  },
  {
    name: 'skills_run_cmd',
    title: 'Run a command in a skill',
    description:
      'Runs a line of shell in the folder of a skill, in a sandbox, and waits for it: output, exit code, and the artifacts it left. It has 45 seconds unless timeout_sec says otherwise; for anything that may take longer use skills_run_cmd_async.',
    hints: runs,
    operation: 'runExecCommand',
    way: 'command',
    headers: byKey,
  },
  {
    name: 'skills_run_cmd_async',
    title: 'Start a command in a skill',
    description:
      'Starts a line of shell as a task and answers at once with its task_id. Follow it with skills_task_watch, end it with skills_task_cancel.',
    hints: runs,
    operation: 'createExecTask',
    way: 'request',
    headers: byKey,
    isTask: true,
  },
  {
    name: 'skills_run_service',
    title: 'Start a service in a skill',
    description:
      'Starts a long-running program, such as a web server, and makes its ports reachable on the loopback of the server. skills_task_status tells when it is running, and the URL of each port.',
    hints: runs,
    operation: 'createExecService',
    way: 'request',
    headers: byKey,
  },
  {
    name: 'skills_start_job',
    title: 'Start a job of several steps',
    description:
      'Starts commands that run one after the other in one session and stop at the first that fails. Follow it with skills_job_watch.',
    hints: runs,
    operation: 'createExecJob',
    way: 'request',
    headers: byKey,
  },
  {
    name: 'skills_task_status',
    title: 'Status of a task or service',
    description:
      'Tells the state of a task or service and the end of its output. With provider "cmd" it runs query_command instead, which prints JSON, and tells the state that status_field has in it.',
    // With provider cmd, a command decides; it has no network.
    hints: { ...runs, openWorldHint: false },
    operation: 'getExecTask',
    way: 'status',
  },
  {
    name: 'skills_job_status',
    title: 'Status of a job of several steps',
    description: 'Tells the state of a job and of each of its steps.',
    hints: reads,
    operation: 'getExecJob',
    way: 'request',
  },
  {
    name: 'skills_task_watch',
    title: 'Wait for a task or service',
    description:
      'Waits until a task has ended, at most 45 seconds, and tells what happened since the cursor. When finished is false, call it again with the cursor of the answer. Watching changes nothing.',
    hints: reads,
    operation: 'watchExecTask',
    way: 'watch',
  },
  {
    name: 'skills_job_watch',
    title: 'Wait for a job of several steps',
    description:
      'Waits until a job has ended, at most 45 seconds, and tells what happened since the cursor. When finished is false, call it again with the cursor of the answer. Watching changes nothing.',
    hints: reads,
    operation: 'watchExecJob',
    way: 'watch',
  },
  {
    name: 'skills_task_cancel',
    title: 'Cancel a task or service',
    description: 'Ends a task or service with everything it started. It is canceled once its end is confirmed.',
    hints: ends,
    operation: 'cancelExecTask',
    way: 'request',
  },
  {
    name: 'skills_job_cancel',
    title: 'Cancel a job of several steps',
    description: 'Ends a job: the step that runs is canceled, and the others do not start.',
    hints: ends,
    operation: 'cancelExecJob',
    way: 'request',
  },
]

/** Runs of installed skills, by an agent or by a script of the skill. */
const runTools: readonly ToolSpec[] = [
  {
    name: 'skill_run',
    title: 'Run a skill',
    description:
      'Runs an installed skill as a job: an agent or a script of the skill works until it has a validated result. Waits up to 45 seconds; a longer run goes on, and its request_id is for skill_run_status.',
    hints: runs,
    operation: 'createJob',
    way: 'run',
    headers: byKey,
    without: ['wait'],
    only: ['skill_id', 'engine', 'engines', 'input', 'parameter', 'model', 'effort', 'provider_id', 'runtime_options'],
  },
  {
    name: 'skill_run_status',
    title: 'Status of a run',
    description: 'Tells the state of a run, its result once it has ended, and its question while it waits for a reply.',
    hints: reads,
    operation: 'getJob',
    way: 'run-status',
    without: ['wait'],
  },
  {
    name: 'skill_run_result',
    title: 'Result of a run',
    description: 'Reads the result of a run that has ended, with links to its artifacts.',
    hints: reads,
    operation: 'getJobResult',
    way: 'run-result',
  },
  {
    name: 'skill_run_reply',
    title: 'Reply to a run',
    description:
      'Answers the question of a run that is waiting_user, then waits up to 45 seconds for its end or its next question. Ask the user; do not make up what they would say.',
    // The run goes on.
    hints: runs,
    operation: 'replyToJob',
    way: 'reply',
    headers: byKey,
    only: ['interaction_id', 'response'],
  },
  {
    name: 'skill_run_cancel',
    title: 'Cancel a run',
    description: 'Ends a run with everything it started. What it has written so far stays readable.',
    hints: ends,
    operation: 'cancelJob',
    way: 'request',
  },
]

export const toolTable: readonly ToolSpec[] = [...serviceTools, ...runTools]
