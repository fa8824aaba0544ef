// Commands about accounts of report-embedding services.

/** What an account's secret is sealed for. */
export const accountSecretPurpose = 'embedding_accounts.secret'
