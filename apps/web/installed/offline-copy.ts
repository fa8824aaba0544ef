// The names and covers of a person's reports for the offline page, in a vault of their own (decision 0011): the portal opens and decrypts the
// other vault at each start, and pictures would slow it. The end of the session deletes it. Next: offline-page.ts, on-device.ts.
import { openVault } from '#platform/web/session/vault.ts'

const vaultName = 'vitrine-offline'
const entry = 'reports'

/** An older copy is not shown. */
const keptMs = 7 * 86_400_000

/** `cover`: a small picture as a `data:` URL; null: the initials of the name are shown. */
export type OfflineReport = { name: string; cover: string | null }
export type OfflineCopy = { at: number; reports: OfflineReport[] }

export async function writeOfflineCopy(reports: OfflineReport[]): Promise<void> {
  const vault = await openVault(vaultName)
  vault.write(entry, { at: Date.now(), reports } satisfies OfflineCopy)
  await vault.settled()
  vault.close()
}

/** The copy; null: there is none, or it is too old. */
export async function readOfflineCopy(): Promise<OfflineCopy | null> {
  const vault = await openVault(vaultName)
  const copy = vault.read(entry) as OfflineCopy | undefined
  vault.close()
  return copy !== undefined && Date.now() - copy.at < keptMs ? copy : null
}
