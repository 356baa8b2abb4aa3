/** Commands that work on the server of this machine, in its folder; all others that are not for work on the code work in that of their caller. */
export const ofServer = ['serve', 'engine', 'token', 'doctor', 'service']
