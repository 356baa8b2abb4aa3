/** Something that nobody knows of the real program: a test that comes here has to find out first. */
export class Unknown extends Error {}

/** It ends here with exit code 1 and these words on stderr, as the real one does. */
export class Ended extends Error {}
