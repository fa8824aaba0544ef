// A property of `Object.prototype`, for tests of what inherits it.

/** Runs the work while `Object.prototype` has the property. */
export async function whilePlanted<T>(name: string, value: unknown, work: () => T | Promise<T>): Promise<T> {
  const prototype: object = Object.prototype
  Object.defineProperty(prototype, name, { value, configurable: true, writable: true, enumerable: false })
  try {
    return await work()
  } finally {
    Reflect.deleteProperty(prototype, name)
  }
}
