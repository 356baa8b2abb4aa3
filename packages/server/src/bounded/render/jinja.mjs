// In the sandbox the interpreter itself is mounted in the place of this file.
export { Template } from '@huggingface/jinja'
