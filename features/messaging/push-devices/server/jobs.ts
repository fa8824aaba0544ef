import type { AnyJob } from '#platform/server/jobs/job.ts'
import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { devicePurpose, keyPurpose } from './push-service.ts'
import * as store from './store.ts'

/** Key rotation: seals the key of the installation and the secrets of devices again. */
export const resealPushSecrets = (secrets: Secrets): AnyJob[] => [
  resealJob(secrets, {
    name: 'push_device.seal_key_anew',
    purpose: keyPurpose,
    lock: store.lockKeys,
    sealedOf: ({ private_key_sealed: sealed }) => sealed,
    replace: (db, _, sealed) => store.replaceKey(db, sealed),
  }),
  resealJob(secrets, {
    name: 'push_device.seal_devices_anew',
    purpose: devicePurpose,
    lock: store.lockDevices,
    sealedOf: ({ auth_sealed: sealed }) => sealed,
    replace: (db, { tenant_id, id }, sealed) => store.replaceAuth(db, tenant_id, id, sealed),
  }),
]
