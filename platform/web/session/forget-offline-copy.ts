/** Deletes what the offline page shows (apps/web/installed/offline-copy.ts). It is here alone, because the first page loads it. */
export const forgetOfflineCopy = (): void => void globalThis.indexedDB?.deleteDatabase('vitrine-offline')
