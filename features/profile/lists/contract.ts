// How the person at the screen has arranged lists. The calls stand in the platform, because every list of the kit makes them;
// here they are answered. Next: server/routes.ts, platform/contract/list-choice.ts.
export { readListChoices, writeListChoice } from '#platform/contract/list-choice.ts'
