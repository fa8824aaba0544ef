import { accountSecretPurpose } from '#features/sources/accounts/server/commands.ts'
import { readConfig } from '#platform/server/config.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { DOUBLE } from '#powerbi/testing/power-bi-double.ts'

const { appSecret } = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })

/** The secret that the doubles of Microsoft's service and of Azure accept, as a column of an account. */
export const sealedDoubleSecret = createSecrets(appSecret).seal(DOUBLE.secret, accountSecretPurpose)
