import { existsSync } from 'node:fs'
import { sqliteFileOf } from '../sqlite-file.ts'
import { type Attack, both, needsRights, perl } from './attack.ts'

const belongsToRoot = { root: 'it belongs to root alone, and the child of a root server is another user' }

/** Reading and writing what is not the session's own. */
export const fileAttacks: readonly Attack[] = [
  { name: 'reads a file of the host', script: 'cat "$SECRET_FILE"' },
  { name: 'reads a file of the host by way of parents', script: 'cat "../../../../../../../../../../../..$SECRET_FILE"' },
  { name: 'reads the home of the server', script: 'cat "$HOST_HOME/.ssh/id_canary"' },
  { name: 'reads the folder of another session', script: 'cat "$OTHER_SESSION/work/secret" "$OTHER_SESSION/skills/secret"' },
  { name: 'reads the home of another session', script: 'cat "$OTHER_SESSION/home/secret"' },
  { name: 'reads the output of a task', script: 'cat "$DATA"/exec/tasks/task_*/stdout.log', kept: belongsToRoot },
  {
    name: 'reads the database',
    script: `head -c 15 "${sqliteFileOf('$DATA')}" | grep -q "SQLite format" && echo escaped`,
    kept: belongsToRoot,
  },
  { name: 'reads the tokens', script: 'grep -q sha256 "$TOKENS" && echo escaped', kept: belongsToRoot },
  { name: 'writes to a folder of the host', script: 'echo x > "$OUTSIDE/$NAME"' },
  { name: 'writes to the shared memory of the host', script: 'echo x > "/dev/shm/$NAME"' },
  { name: 'writes to the temporary folder of the host', script: 'echo x > "/tmp/$NAME"' },
  { name: 'writes to /usr', script: 'echo x > "/usr/$NAME"', kept: needsRights },
  { name: 'writes to /etc', script: 'echo x > "/etc/$NAME"', kept: needsRights },
  { name: 'changes the skill itself', script: 'echo changed > "$SKILL_SOURCE/data/open.txt"' },
  { name: 'reads by a symbolic link', script: 'ln -sfn "$OUTSIDE" link; cat link/secret' },
  { name: 'writes by a symbolic link', script: 'ln -sfn "$OUTSIDE" link; echo x > "link/$NAME"' },
  { name: 'reads by a hard link', script: 'rm -f hard; ln "$SECRET_FILE" hard && cat hard; rm -f hard' },
  { name: 'changes the mode of a file by a link', script: 'ln -sfn "$MINE" mode; chmod 0700 mode && echo escaped' },
  {
    name: 'holds a file against whoever opens it',
    script: perl(`open my $file, '>', 'held' or exit; print "escaped\\n" if fcntl $file, 1024, 1`),
  },
  {
    name: 'makes a device',
    script: 'rm -f device; mknod device c 1 3 && echo escaped',
    kept: needsRights,
  },
  {
    name: 'reads a disk',
    script: 'for d in /dev/*; do [ -b "$d" ] && [ -r "$d" ] && echo escaped; done',
    kept: both('disks belong to root'),
  },
  {
    name: 'looks at the devices of the machine',
    script: '[ -e /sys/kernel ] && echo escaped',
    kept: both(existsSync('/sys/kernel') ? null : 'this test itself does not see them'),
  },
]
