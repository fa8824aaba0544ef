// One round of load in a thread of its own. The thread that plays a visitor must not delay the measured answers.
// It is started by `loadApart` of load.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { loadOnce } from './load.ts'

parentPort?.postMessage(await loadOnce(...(workerData as Parameters<typeof loadOnce>)))
