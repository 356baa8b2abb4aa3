/** The numbers of a system call on x64 and arm64; null: there is none. */
type Numbers = readonly [x64: number | null, arm64: number | null]

const same = (number: number): Numbers => [number, number]

/** Calls that no skill needs and that lead out of the sandbox, past its limits or to the state of the machine: they fail with EPERM. */
export const forbidden = {
  // Keyrings are shared with the server and between runs.
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  // Mounts, with which memory is had past every limit.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: same(428),
  move_mount: same(429),
  fsopen: same(430),
  fsconfig: same(431),
  fsmount: same(432),
  fspick: same(433),
  mount_setattr: same(442),
  open_tree_attr: same(467),
  setns: [308, 268],
  // Other processes.
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: same(438),
  kcmp: [312, 272],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // Large parts of the kernel that programs of skills have no use for.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  modify_ldt: [154, null],
  uselib: [134, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  // The machine.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  create_module: [174, null],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  quotactl: [179, 60],
  quotactl_fd: same(443),
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  vhangup: [153, 58],
  syslog: [103, 116],
} as const satisfies Record<string, Numbers>

/** Calls without which programs go on by another way: they fail with ENOSYS. */
export const unknown = {
  io_uring_setup: same(425),
  io_uring_enter: same(426),
  io_uring_register: same(427),
  // What it is asked for lies in memory, where no filter sees it; clone, which libraries then use, can be looked at.
  clone3: same(435),
} as const satisfies Record<string, Numbers>

/** Calls that depend on what they are asked for. */
export const judged = {
  clone: [56, 220],
  unshare: [272, 97],
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  ptrace: [101, 117],
  fcntl: [72, 25],
} as const satisfies Record<string, Numbers>

/** New mount, cgroup, uts, ipc, user, pid and network namespaces. */
export const newNamespaces = 0x7e020000
/** Only for unshare: in a clone the same bit belongs to a signal. */
export const newTimeNamespace = 0x80

/** Families of sockets that programs use: unix, IPv4, IPv6, and netlink, by which they list their interfaces. */
export const families = [1, 2, 10, 16]

/** PTRACE_ATTACH and PTRACE_SEIZE. Whoever wants to trace its own children has them ask for it. */
export const tracingOthers = [16, 0x4206]

/** TIOCSTI and TIOCLINUX put words into the terminal of somebody else. */
export const typing = [0x5412, 0x541c]

/** F_SETLEASE: whoever opens the file waits up to 45 seconds for the holder; a task had its log held so, and the server waited. */
export const leasing = [1024]
