import { type ClientCommand, perform } from './client-command.ts'
import { artifactsDelete, artifactsGet, artifactsList, artifactsPut } from './exec-artifacts.ts'
import { jobList } from './exec-job-list.ts'
import { jobCancel, jobRun, jobStatus, jobWatch } from './exec-jobs.ts'
import { execLimits, execLimitsSet, execProviders } from './exec-limits.ts'
import { execLogs } from './exec-logs.ts'
import { profilesDelete, profilesList, profilesPut } from './exec-profiles.ts'
import { execQuery } from './exec-query.ts'
import { execReaper, execReaperRun } from './exec-reaper.ts'
import { execRun } from './exec-run.ts'
import { serviceStart } from './exec-service.ts'
import { execSessionActivate, execSessionDelete, execSessions } from './exec-sessions.ts'
import { skillsActivate, skillsDelete, skillsDisable, skillsEnable, skillsUpload } from './exec-skill-changes.ts'
import { skillsList, skillsLoad, skillsVersions } from './exec-skills.ts'
import { execStart } from './exec-start.ts'
import { execCancel, execList, execStatus } from './exec-tasks.ts'
import { execWatch } from './exec-watch.ts'
import { refuseNothing, refuseUsage, say } from './words.ts'

const commands: Readonly<Record<string, ClientCommand>> = {
  run: execRun,
  start: execStart,
  list: execList,
  status: execStatus,
  watch: execWatch,
  logs: execLogs,
  cancel: execCancel,
  query: execQuery,
  'service start': serviceStart,
  'job run': jobRun,
  'job list': jobList,
  'job status': jobStatus,
  'job watch': jobWatch,
  'job cancel': jobCancel,
  sessions: execSessions,
  'session activate': execSessionActivate,
  'session delete': execSessionDelete,
  'artifacts list': artifactsList,
  'artifacts get': artifactsGet,
  'artifacts put': artifactsPut,
  'artifacts delete': artifactsDelete,
  'skills list': skillsList,
  'skills load': skillsLoad,
  'skills versions': skillsVersions,
  'skills upload': skillsUpload,
  'skills activate': skillsActivate,
  'skills enable': skillsEnable,
  'skills disable': skillsDisable,
  'skills delete': skillsDelete,
  providers: execProviders,
  limits: execLimits,
  'limits set': execLimitsSet,
  'profiles list': profilesList,
  'profiles put': profilesPut,
  'profiles delete': profilesDelete,
  reaper: execReaper,
  'reaper run': execReaperRun,
}

const help = `Commands in the skills of a project, in the sandbox of a server (docs/commands.md).

  exec run <skill> -- COMMAND…       run a command and wait for it
  exec start <skill> -- COMMAND…     start a command as a task, which goes on without you
  exec list                          list tasks
  exec status <task>                 show one task
  exec watch <task>                  print what a task prints, until it ends
  exec logs <task>                   print what a task has printed
  exec cancel <task>                 cancel a task
  exec query <skill> --field … -- COMMAND…
                                     tell a state that a command knows
  exec service start <skill> -- COMMAND…
                                     start a task that others connect to, and wait until it is ready
  exec job run <skill> --step …      start a step job: commands that run one after the other
  exec job list                      list step jobs
  exec job status <job>              show a step job and its steps
  exec job watch <job>               print what the steps of a job print, until it ends
  exec job cancel <job>              cancel a step job
  exec sessions                      list sessions
  exec session activate <session> <skill>
                                     choose the version of a skill in a session
  exec session delete <session>      delete a session with its files
  exec artifacts list                list the files of the project
  exec artifacts get <artifact>      print or save one
  exec artifacts put <file>          upload a file for commands
  exec artifacts delete <artifact>   delete one
  exec skills list                   list the skills of the project
  exec skills load <skill> [path]    print a file of a skill
  exec skills versions <skill>       list the uploaded versions of a skill
  exec skills upload <zip or folder> upload a skill, and use it
  exec skills activate <skill> <version>
                                     use another version
  exec skills enable <skill>         enable a skill
  exec skills disable <skill>        disable a skill
  exec skills delete <skill>         delete a skill with all its versions
  exec providers                     show the sandbox, its network and all limits
  exec limits                        show what the project may use
  exec limits set NAME=NUMBER …      give a project less (admin)
  exec profiles list                 list what tokens may do
  exec profiles put <name> --tool …  create or replace a profile (admin)
  exec profiles delete <name>        delete a profile (admin)
  exec reaper                        show what is ended and deleted by itself (admin)
  exec reaper run                    do it now (admin)
  exec <command> --help              help for one command

All but reaper take --project PROJECT (default: default).
`

/** `skill-runner exec …` */
export async function exec(args: readonly string[]): Promise<number> {
  const [first, second] = args
  if (first === '--help') return say(help)
  if (first === undefined) return refuseNothing('Name an exec command.', help)
  for (const [name, rest] of [[`${first} ${second}`, args.slice(2)] as const, [first, args.slice(1)] as const]) {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command) return perform(`exec ${name}`, command, rest)
  }
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  if (isGroup && second === '--help') return say(help)
  const typed = isGroup ? [first, second].filter((word) => word !== undefined).join(' ') : first
  return refuseUsage(`Unknown command: exec ${typed}`, 'exec')
}
