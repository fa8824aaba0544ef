// Saved columns and views of a person's lists. The contract is in the platform, because every list of the kit uses it; this feature
// implements it. Next: server/routes.ts, platform/contract/list-choice.ts.
export { readListChoices, writeListChoice } from '#platform/contract/list-choice.ts'
