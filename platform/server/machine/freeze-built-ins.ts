// Freezes the built-in constructors and prototypes of the language, so that no input can plant or replace a property that other
// requests read (prototype pollution, U6). The entry points call it when all libraries are loaded: apps/server, apps/worker,
// apps/report-service. Its first defence is http/own-keys.ts.
//
// An assignment fails when a frozen prototype has the property: `error.name = 'Fault'` of an instance would throw. The prototypes below
// `overridden` therefore get accessors that define the property on the instance.

const generator = Object.getPrototypeOf(function* () {}) as { prototype: object }
const asyncGenerator = Object.getPrototypeOf(async function* () {}) as { prototype: object }

const errors = [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]

const kinds: readonly Function[] = [
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  Date,
  RegExp,
  Promise,
  Proxy,
]
const collections: readonly Function[] = [Map, Set, WeakMap, WeakSet, WeakRef, FinalizationRegistry]
const typedArrays = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
]
const buffers: readonly Function[] = [
  ArrayBuffer,
  SharedArrayBuffer,
  DataView,
  ...typedArrays,
  Object.getPrototypeOf(Uint8Array) as Function,
]
const unnamed = [async () => {}, function* () {}, async function* () {}, [].values()].map((each) => each.constructor)
const constructors: readonly Function[] = [...kinds, ...errors, ...collections, ...buffers, ...unnamed]

/** Prototypes that no global names. Objects such as `Reflect` are not reached from a value, and libraries that load late extend them. */
const iterators = [
  [][Symbol.iterator](),
  new Map().values(),
  new Set().values(),
  ''[Symbol.iterator](),
  'a'.matchAll(/a/g),
]
const nameless: readonly object[] = [generator, generator.prototype, asyncGenerator, asyncGenerator.prototype].concat(
  iterators.flatMap((iterator) => {
    const prototype = Object.getPrototypeOf(iterator) as object
    return [prototype, Object.getPrototypeOf(prototype) as object]
  }),
)

/** Prototypes whose properties libraries assign on instances. */
const overridden: readonly object[] = [
  Object.prototype,
  Function.prototype,
  ...errors.map(({ prototype }) => prototype),
]

/** Freezes them for the rest of the process. A second call does nothing. */
export function freezeBuiltIns(): void {
  if (Object.isFrozen(Object.prototype)) return
  overridden.forEach(letInstancesOverride)
  for (const each of constructors) {
    if (each === Error) freezeErrors()
    else Object.freeze(each)
    if (each.prototype !== undefined) Object.freeze(each.prototype)
  }
  nameless.forEach((each) => Object.freeze(each))
}

/** Libraries shorten and format stacks by these two, also while they parse JSON. Neither holds a value that a request reads. */
const stackSettings = new Set<PropertyKey>(['stackTraceLimit', 'prepareStackTrace'])

function freezeErrors(): void {
  if (!Object.hasOwn(Error, 'prepareStackTrace'))
    Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: true, enumerable: false })
  for (const name of Reflect.ownKeys(Error)) {
    const isWritable = Object.getOwnPropertyDescriptor(Error, name)?.writable === true
    Object.defineProperty(Error, name, {
      configurable: false,
      ...(isWritable && !stackSettings.has(name) && { writable: false }),
    })
  }
  Object.preventExtensions(Error)
}

/** Replaces the writable properties by accessors. Reading returns the same value; assigning defines an own property. */
function letInstancesOverride(prototype: object): void {
  for (const name of Reflect.ownKeys(prototype)) {
    const { value, writable, configurable, enumerable = false } = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
    if (!writable || !configurable) continue
    Object.defineProperty(prototype, name, {
      enumerable,
      configurable: false,
      get: () => value as unknown,
      set(this: object, own: unknown) {
        // The prototype itself is frozen: the assignment must fail as on a frozen property.
        if (this === prototype) throw new TypeError(`Cannot assign to ${String(name)} of a built-in prototype`)
        Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
      },
    })
  }
}
