// Statements of one transaction that do not wait for each other's answers.

/**
 * Waits for all the work, then answers its results or throws its first failure. The statements reach PostgreSQL in the order of the calls, in
 * one round trip (pool.ts). `Promise.all` would end at the first failure, and the statements that follow would run after the rollback.
 * Example: `const [person, owner] = await together([findPerson(db, email), ownerOf(db, host)])`.
 */
export async function together<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const ended = await Promise.allSettled(work)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(work)
}
