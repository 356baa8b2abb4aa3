import { getgid, getuid } from 'node:process'

/**
 * A command in a network of its own that has nothing but loopback. Every address is made local there, so that whatever a program tries
 * to reach arrives at whoever listens, and can be told: nothing leaves the machine, and nothing gets lost unseen.
 */
export function alone(command: readonly string[]): [string, ...string[]] {
  const setUp = [
    'ip link set lo up',
    'ip route add local 0.0.0.0/0 dev lo',
    'ip -6 route add local ::/0 dev lo',
    // Of this network only: the traps listen where providers would.
    'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start',
  ].join(' && ')
  const isRoot = getuid?.() === 0
  // An ordinary user is root in a namespace of their own only for as long as it takes to set up the network.
  const back = isRoot ? '' : `unshare --user --map-user=${getuid?.()} --map-group=${getgid?.()} -- `
  const unshare = isRoot ? ['--net'] : ['--map-root-user', '--net']
  return ['unshare', ...unshare, '--', 'sh', '-c', `{ ${setUp}; } && exec ${back}"$@"`, 'alone', ...command]
}

/** Tells a test that it is alone. */
export const aloneVariable = 'SKILL_RUNNER_TEST_ALONE'
