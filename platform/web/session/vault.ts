// Small encrypted storage of the browser: AES-GCM with a key that scripts can use but not read, both in IndexedDB. It does not protect
// against code in our own page: see docs/decisions/0011-browser-caches.md. Next: caches.ts (what is stored), vault-store.ts (IndexedDB).
import { openStore, type Store, type WithoutDatabase } from './vault-store.ts'

export type Vault = {
  /** The value of this name, or undefined. Reads memory: everything was loaded at the start. */
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  remove: (name: string) => void
  /** Empties everything, here and in the other tabs of this origin. */
  clear: () => void
  /** Resolves when all earlier writes are on disk: wait for it before leaving the page. */
  settled: () => Promise<void>
  /** Runs after a change by another tab is in memory here. `null` means that everything was deleted. */
  listen: (hear: (name: string | null) => void) => () => void
  /** Tells the vault that the page has navigated inside itself. */
  moved: () => void
  close: () => void
}

type Sealed = { iv: Uint8Array<ArrayBuffer>; text: ArrayBuffer }
type Message = { name: string | null }

const keyName = 'key'
const entryPrefix = 'entry:'

/**
 * Opens the vault of this origin and loads it. An unreadable entry (damaged, another key, an older format) is removed and not reported:
 * every entry is a cache of server data.
 */
export async function openVault(name = 'vitrine', otherwise: WithoutDatabase = 'memory'): Promise<Vault> {
  const store = await openStore(name, otherwise)
  const key = await findKey(store)
  const memory = new Map<string, unknown>()
  for (const [id, sealed] of await store.entries(entryPrefix)) {
    const entry = id.slice(entryPrefix.length)
    const value = await unseal(key, entry, sealed)
    if (value === undefined) await store.remove(id)
    else memory.set(entry, value)
  }
  return makeVault({ name, store, key, memory })
}

/** One entry of the vault, without opening it: for a script that runs before the others. Undefined when it is absent or unreadable. */
export async function readVaultOnce(entry: string): Promise<unknown> {
  const store = await openStore('vitrine', 'memory')
  const key = await store.read(keyName)
  const value = key instanceof CryptoKey ? await unseal(key, entry, await store.read(entryPrefix + entry)) : undefined
  store.close()
  return value
}

type Parts = { name: string; store: Store; key: CryptoKey | null; memory: Map<string, unknown> }

function makeVault({ name, store, key, memory }: Parts): Vault {
  const channel = store.isShared ? new BroadcastChannel(`${name}-vault`) : null
  const listeners = new Set<(name: string | null) => void>()
  // Writes run one after the other, so a sign-out is never overtaken by the sign-in before it.
  let work: Promise<void> = Promise.resolve()
  const later = (step: () => Promise<void>, message: Message) => {
    work = work.then(step).then(
      () => channel?.postMessage(message),
      (error: unknown) => console.warn('The browser could not keep its cache.', error),
    )
  }
  /** The last own write of each entry, by its initialisation vector. */
  const written = new Map<string, Uint8Array>()
  /** A write of this tab may have reached the disk after another tab emptied it. What other tabs wrote since then stays. */
  const removeOwn = async () => {
    for (const [entry, iv] of written) {
      const found = await store.read(entryPrefix + entry)
      if (isSealed(found) && String(found.iv) === String(iv)) await store.remove(entryPrefix + entry)
    }
    written.clear()
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.name === null) work = work.then(removeOwn, () => undefined)
    void reload({ name, store, key, memory }, data.name).then(() => listeners.forEach((hear) => hear(data.name)))
  })
  return {
    read: (entry) => memory.get(entry),
    write: (entry, value) => {
      memory.set(entry, value)
      later(
        async () => {
          const iv = await sealInto(store, key, entry, value)
          if (iv) written.set(entry, iv)
        },
        { name: entry },
      )
    },
    remove: (entry) => {
      memory.delete(entry)
      later(() => store.remove(entryPrefix + entry), { name: entry })
    },
    clear: () => {
      memory.clear()
      later(() => store.removeAll(entryPrefix), { name: null })
    },
    settled: () => work,
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    moved: store.moved,
    close: () => {
      channel?.close()
      store.close()
    },
  }
}

async function reload({ store, key, memory }: Parts, entry: string | null): Promise<void> {
  if (entry === null) return memory.clear()
  const value = await unseal(key, entry, await store.read(entryPrefix + entry))
  if (value === undefined) memory.delete(entry)
  else memory.set(entry, value)
}

/**
 * The key of this origin, created at the first visit. Without WebCrypto (a page over plain HTTP on a host other than loopback) there is
 * none: the caches then stay in memory and are never written in clear text.
 */
async function findKey(store: Store): Promise<CryptoKey | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const found = await store.read(keyName)
  if (found instanceof CryptoKey && found.algorithm.name === 'AES-GCM') return found
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Two tabs that open at the same moment must get the same key.
  const storedKey = await store.addIfAbsent(keyName, made)
  return storedKey instanceof CryptoKey ? storedKey : null
}

/** Writes the entry. Returns its initialisation vector, which is new with each write; null without a key. */
async function sealInto(
  store: Store,
  key: CryptoKey | null,
  entry: string,
  value: unknown,
): Promise<Uint8Array | null> {
  if (key === null) return null
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = await crypto.subtle.encrypt(seal(iv, entry), key, new TextEncoder().encode(JSON.stringify(value)))
  await store.write(entryPrefix + entry, { iv, text } satisfies Sealed)
  return iv
}

async function unseal(key: CryptoKey | null, entry: string, sealed: unknown): Promise<unknown> {
  if (key === null || !isSealed(sealed)) return undefined
  try {
    const text = await crypto.subtle.decrypt(seal(sealed.iv, entry), key, sealed.text)
    return JSON.parse(new TextDecoder().decode(text)) as unknown
  } catch {
    return undefined
  }
}

/** The entry's name is authenticated with its content, so one entry cannot replace another. */
function seal(iv: Uint8Array<ArrayBuffer>, entry: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(entry) }
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'iv' in value && 'text' in value
}
