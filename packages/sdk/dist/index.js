// Printed by npm run generate; never edited.
export { InvalidCallError, SkillRunError, SkillRunnerError } from "./errors.js";
export { SkillRunner } from "./skill-runner.js";
export { SseParser } from "./sse.js";
export { streamEventOf } from "./stream-event.js";
export { isOver } from "./wait.js";
