/** What is run in a sandbox, in bash with GNU tools: what every template has. The parameters of each are in its first line. */

/** Before what a script tells: the profile of a login shell may print something of its own. */
export const frame = '--- skill-runner ---'

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A line for the shell that runs a script with its parameters. */
export const lineOf = (script: string, ...parameters: (string | number)[]): string =>
  [
    'echo',
    quoted(frame),
    '&&',
    'exec',
    'bash',
    '-c',
    quoted(script),
    'bash',
    ...parameters.map((one) => quoted(String(one))),
  ].join(' ')

/** The folders of a session; tells where they are. */
export const prepareScript = `
root="$HOME/session"
mkdir -p "$root/work" "$root/home" "$root/tmp" "$root/skills" "$root/incoming" "$root/tasks" && cd "$root" && pwd -P`

/** A skill from its zip, in one step: whoever finds the folder finds all of it. */
export const unpackScript = `zip=$1 place=$2
[ -d "$place" ] && exit 0
new="$place.new.$$"
mkdir -p "$new" || exit 1
if command -v unzip > /dev/null; then unzip -q "$zip" -d "$new"
else python3 -c '
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    for i in z.infolist():
        p = z.extract(i, sys.argv[2])
        if i.external_attr >> 16: os.chmod(p, (i.external_attr >> 16) & 0o777)
' "$zip" "$new"; fi || { rm -rf "$new"; exit 1; }
mv -T "$new" "$place" 2> /dev/null || [ -d "$place" ] || exit 1
rm -rf "$new" "$zip"`

/** All processes of a command, by the mark in their environment. */
const marked = `
marked() { grep -lzxsF "SKILL_RUNNER_MARK=$mark" /proc/[0-9]*/environ | cut -d / -f 3; }
signal() { local all; all=$(marked); [ -z "$all" ] || kill -s "$1" $all 2> /dev/null; }
end_all() {
  signal TERM
  for ((i = 0; i < $1 * 20; i++)); do [ -z "$(marked)" ] && return; sleep 0.05; done
  for ((i = 0; i < 100; i++)); do [ -z "$(marked)" ] && return; signal KILL; sleep 0.05; done
}
say_why() { echo "$1" > "$folder/why.$$"; ln "$folder/why.$$" "$folder/why" 2> /dev/null; rm -f "$folder/why.$$"; }`

/**
 * Keeps a command: its output and its end are files, and it is ended when its time is over, whoever is connected. Its end comes through a
 * pipe: `wait -n` does not know of one that ended before it was asked for.
 */
const keepScript = `folder=$1 seconds=$2 grace=$3 mark=$4
${marked}
mkfifo "$folder/over" && exec 3<> "$folder/over" && rm "$folder/over"
{ bash "$folder/launch" > "$folder/stdout" 2> "$folder/stderr" < /dev/null 3>&-; echo "$?" >&3; } &
if ! read -r -t "$seconds" status <&3; then say_why timed_out; end_all "$grace"; read -r status <&3; fi
end_all 0
echo "$status" > "$folder/exit.new" && mv "$folder/exit.new" "$folder/exit"`

/** Begins a command unless it was begun, or given up: the folder of its claim is made once. */
export const startScript = `folder=$1 seconds=$2 grace=$3 mark=$4
mkdir "$folder/claim" 2> /dev/null || { echo known; exit 0; }
setsid bash -c ${quoted(keepScript)} bash "$folder" "$seconds" "$grace" "$mark" < /dev/null > /dev/null 2>&1 &
echo "$!" > "$folder/pid"
echo "begun $!"`

/** Whoever has the claim knows that the command was not begun, and never will be. */
export const giveUpScript = `folder=$1
mkdir -p "$folder" && mkdir "$folder/claim" 2> /dev/null && echo given-up || echo known`

/** What came since, when something has: its state, how much there is, and both streams from where somebody has read to. */
export const lookScript = `folder=$1 out=$2 err=$3 most=$4 seconds=$5
size() { stat -c %s "$folder/$1" 2> /dev/null || echo 0; }
lives() { [ ! -e "$folder/pid" ] || kill -0 "$(cat "$folder/pid")" 2> /dev/null; }
[ -d "$folder/claim" ] || { echo none; exit 0; }
until=$((SECONDS + seconds))
while [ ! -e "$folder/exit" ] && lives && [ "$(size stdout)" -le "$out" ] && [ "$(size stderr)" -le "$err" ] && [ "$SECONDS" -lt "$until" ]; do sleep 0.05; done
state=lives
lives || state=lost
[ -e "$folder/exit" ] && state="ended $(cat "$folder/exit")"
echo "$state"
cat "$folder/why" 2> /dev/null || echo
echo "$(size stdout) $(size stderr)"
tail -c "+$((out + 1))" "$folder/stdout" 2> /dev/null | head -c "$most" | base64 -w 0; echo
tail -c "+$((err + 1))" "$folder/stderr" 2> /dev/null | head -c "$most" | base64 -w 0; echo`

/** Asks a command to end, then kills it; comes back when nothing of it is left. The first reason counts. */
export const killScript = `folder=$1 grace=$2 mark=$3 why=$4
${marked}
say_why "$why"
end_all "$grace"`

/** Puts a file that was uploaded in its place; no link is followed. */
export const placeScript = `from=$1 root=$2 path=$3
cd "$root" && root=$(pwd -P) || exit 1
folder=$(dirname "$path")
mkdir -p "$folder" 2> /dev/null && [ "$(realpath "$folder")" = "$(realpath -s "$root/$folder")" ] || { echo link; exit 0; }
chmod 644 "$from" && mv -fT "$from" "$path" 2> /dev/null && echo placed || echo taken`

/** What is at a path: a file with its size, or why it is none that can be taken. */
export const aboutScript = `root=$1 path=$2
cd "$root" 2> /dev/null && root=$(pwd -P) || { echo missing; exit 0; }
[ -L "$path" ] && { echo link; exit 0; }
[ -e "$path" ] || { echo missing; exit 0; }
[ "$(realpath "$path")" = "$(realpath -s "$root/$path")" ] || { echo link; exit 0; }
[ -d "$path" ] && { echo directory; exit 0; }
[ -f "$path" ] || { echo special; exit 0; }
[ -r "$path" ] || { echo unreadable; exit 0; }
echo "file $(stat -c %s "$path")"`

export const removeScript = 'rm -rf "$1"'
