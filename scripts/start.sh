# Behind `npm start`: starts the server at once if the last start found everything in place and nothing has changed since,
# otherwise by the bootstrap. Starting the Node of the machine only to look costs 100 ms of processor time.
[ $# -eq 0 ] && [ -r node_modules/.cache/start.sh ] && . ./node_modules/.cache/start.sh
exec node bootstrap.mjs serve "$@"
