// Small encrypted storage of the browser: AES-GCM under a key that scripts can use and cannot read, both in IndexedDB.
// It is not a wall against code that runs in our own page: see docs/decisions/0011-browser-caches.md.
// Next: caches.ts (what is kept in it), vault-store.ts (IndexedDB).
import { openStore, type Store } from './vault-store.ts'

export type Vault = {
  /** What is kept under this name, or undefined. Reads memory: everything was loaded at the start. */
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  remove: (name: string) => void
  /** Empties everything, here and in the other tabs of this origin. */
  clear: () => void
  /** Resolves when all that was written so far is on disk: wait for it before leaving the page. */
  settled: () => Promise<void>
  /** Hears of changes that other tabs made, after they are in memory here. `null` means: everything is gone. */
  listen: (hear: (name: string | null) => void) => () => void
  close: () => void
}

type Sealed = { iv: Uint8Array<ArrayBuffer>; text: ArrayBuffer }
type Message = { name: string | null }

const keyName = 'key'
const entryPrefix = 'entry:'

/**
 * Opens the vault of this origin and loads it. What cannot be read (damaged, another key, an older form) is removed
 * rather than reported: every entry is a cache, and the server knows better.
 */
export async function openVault(name = 'vitrine'): Promise<Vault> {
  const store = await openStore(name)
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

type Parts = { name: string; store: Store; key: CryptoKey | null; memory: Map<string, unknown> }

function makeVault({ name, store, key, memory }: Parts): Vault {
  const channel = new BroadcastChannel(`${name}-vault`)
  const listeners = new Set<(name: string | null) => void>()
  // One after the other: a logout that follows a sign-in must not be overtaken by it.
  let work: Promise<void> = Promise.resolve()
  const later = (step: () => Promise<void>, message: Message) => {
    work = work.then(step).then(
      () => channel.postMessage(message),
      (error: unknown) => console.warn('The browser could not keep its cache.', error),
    )
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    void reload({ name, store, key, memory }, data.name).then(() => listeners.forEach((hear) => hear(data.name)))
  })
  return {
    read: (entry) => memory.get(entry),
    write: (entry, value) => {
      memory.set(entry, value)
      later(() => sealInto(store, key, entry, value), { name: entry })
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
    close: () => {
      channel.close()
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
 * The key of this origin, made at the first visit. Without WebCrypto (a page over plain HTTP that is not the loopback)
 * there is none: the caches then live in memory and end with the page, rather than lie on the disk in clear.
 */
async function findKey(store: Store): Promise<CryptoKey | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const found = await store.read(keyName)
  if (found instanceof CryptoKey && found.algorithm.name === 'AES-GCM') return found
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Two tabs that open at the same moment must end with one key.
  const kept = await store.addIfAbsent(keyName, made)
  return kept instanceof CryptoKey ? kept : null
}

async function sealInto(store: Store, key: CryptoKey | null, entry: string, value: unknown): Promise<void> {
  if (key === null) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = await crypto.subtle.encrypt(seal(iv, entry), key, new TextEncoder().encode(JSON.stringify(value)))
  await store.write(entryPrefix + entry, { iv, text } satisfies Sealed)
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

/** The entry's name is bound to its text, so that one entry cannot be put in another's place. */
function seal(iv: Uint8Array<ArrayBuffer>, entry: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(entry) }
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'iv' in value && 'text' in value
}
