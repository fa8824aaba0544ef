// Runs one round of load in a thread of its own, so that the requests of a visitor do not delay the measured requests. `loadApart` of load.ts
// starts it.
import { parentPort, workerData } from 'node:worker_threads'
import { loadOnce } from './load.ts'

parentPort?.postMessage(await loadOnce(...(workerData as Parameters<typeof loadOnce>)))
