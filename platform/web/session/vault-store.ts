// IndexedDB as a map of names to values. When the browser refuses it (some private windows), a map in memory.

export type Store = {
  read: (id: string) => Promise<unknown>
  write: (id: string, value: unknown) => Promise<void>
  /** Keeps an existing value, and returns the value that is stored afterwards. */
  addIfAbsent: (id: string, value: unknown) => Promise<unknown>
  remove: (id: string) => Promise<void>
  entries: (prefix: string) => Promise<[string, unknown][]>
  removeAll: (prefix: string) => Promise<void>
  close: () => void
  /** The other tabs of this origin use the same entries. */
  isShared: boolean
  /** The page has another entry in the session history. */
  moved: () => void
}

const shelf = 'entries'

/** The storage of entries in a browser that has no database for this page: `history` survives a reload, `memory` does not. */
export type WithoutDatabase = 'memory' | 'history'

export async function openStore(name: string, otherwise: WithoutDatabase): Promise<Store> {
  try {
    return indexedStore(await openDatabase(name))
  } catch {
    return otherwise === 'history' ? historyStore() : memoryStore()
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(shelf))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused to open')))
    request.addEventListener('blocked', () => reject(new Error('IndexedDB is held by an older page')))
  })
}

function indexedStore(database: IDBDatabase): Store {
  // A newer version of the product in another tab wants to upgrade the database: close this connection.
  database.addEventListener('versionchange', () => database.close())
  const run = <T>(mode: IDBTransactionMode, ask: (entries: IDBObjectStore) => IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(shelf, mode)
      const request = ask(transaction.objectStore(shelf))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB gave up')))
    })
  const range = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const read = (id: string): Promise<unknown> => run('readonly', (entries) => entries.get(id))
  return {
    read,
    write: async (id, value) => void (await run('readwrite', (entries) => entries.put(value, id))),
    addIfAbsent: async (id, value) => {
      await run('readwrite', (entries) => entries.add(value, id)).catch(() => undefined)
      return read(id)
    },
    remove: (id) => run('readwrite', (entries) => entries.delete(id)),
    entries: async (prefix) => {
      const ids = await run('readonly', (entries) => entries.getAllKeys(range(prefix)))
      const names = ids.filter((id) => typeof id === 'string')
      return Promise.all(names.map(async (id): Promise<[string, unknown]> => [id, await read(id)]))
    },
    removeAll: (prefix) => run('readwrite', (entries) => entries.delete(range(prefix))),
    close: () => database.close(),
    isShared: true,
    moved: () => undefined,
  }
}

function memoryStore(): Store {
  const storedEntries = new Map<string, unknown>()
  const withPrefix = (prefix: string) => [...storedEntries].filter(([id]) => id.startsWith(prefix))
  return {
    read: (id) => Promise.resolve(storedEntries.get(id)),
    write: (id, value) => Promise.resolve(void storedEntries.set(id, value)),
    addIfAbsent: (id, value) => {
      if (!storedEntries.has(id)) storedEntries.set(id, value)
      return Promise.resolve(storedEntries.get(id))
    },
    remove: (id) => Promise.resolve(void storedEntries.delete(id)),
    entries: (prefix) => Promise.resolve(withPrefix(prefix)),
    removeAll: (prefix) => Promise.resolve(withPrefix(prefix).forEach(([id]) => storedEntries.delete(id))),
    close: () => {},
    isShared: true,
    moved: () => undefined,
  }
}

type KeptState = { vault?: Record<string, unknown> } | null

/**
 * Browsers may deny every storage to a frame of another site. The state of its history entry stays: it survives a reload, only pages of
 * our origin read it, and it is gone with the frame. A key that scripts cannot read stays one there. The router writes its own state,
 * so the entries are written again after each navigation.
 */
function historyStore(): Store {
  const storedEntries = new Map(Object.entries((history.state as KeptState)?.vault ?? {}))
  const save = () => {
    const state = { ...(history.state as object | null), vault: Object.fromEntries(storedEntries) }
    // Calls the browser's function: the router replaces `history.replaceState` and would treat the call as a navigation.
    History.prototype.replaceState.call(history, state, '')
  }
  const changed = async (change: () => unknown) => {
    change()
    save()
  }
  const withPrefix = (prefix: string) => [...storedEntries].filter(([id]) => id.startsWith(prefix))
  return {
    read: async (id) => storedEntries.get(id),
    write: (id, value) => changed(() => storedEntries.set(id, value)),
    addIfAbsent: async (id, value) => {
      if (!storedEntries.has(id)) await changed(() => storedEntries.set(id, value))
      return storedEntries.get(id)
    },
    remove: (id) => changed(() => storedEntries.delete(id)),
    entries: async (prefix) => withPrefix(prefix),
    removeAll: (prefix) => changed(() => withPrefix(prefix).forEach(([id]) => storedEntries.delete(id))),
    close: () => undefined,
    isShared: false,
    moved: save,
  }
}
