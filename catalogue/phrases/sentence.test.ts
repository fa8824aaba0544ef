import { describe, expect, it } from 'vitest'
import { type GeneralCode, errors } from '../errors.ts'
import { languages } from '../languages.ts'
import { generalPhrases } from './general.ts'
import { errorPhrases, errorSentence } from './sentence.ts'

/** The sentences of sections 5 to 8 of the specification, word for word. */
const specified: Partial<Record<GeneralCode, string>> = {
  'call.failed': 'Oops! An error occurred!',
  'sign_in.provider_without_tenant': 'Request access to a Business Unit from your Administrator!',
  'sign_in.hour_refused': 'Hour not allowed!',
  'sign_in.wrong_credentials': 'Incorrect Username or Password!',
  'sign_in.address_refused': 'IP not allowed! (203.0.113.9)',
  'sign_in.domain_refused': 'No access to this domain!',
  'call.not_found': 'No records found!',
  'sign_in.trial_ended': 'Test period has ended!',
  'session.unauthorized': 'Unauthorized Access!',
  'session.expired': 'Authentication expired',
  'sign_in.user_blocked': 'User is blocked!',
  'sign_in.user_deactivated': 'User deactivated!',
  'sign_in.user_inactive': 'User is inactive!',
  'sign_in.without_tenant': 'User without company!',
  'sign_in.recovery_mail_failed': 'Error sending password recovery email!',
  'sign_in.password_not_changeable': 'Your authentication method does not allow password changes!',
  'group.missing': 'This group does not exist!',
  'ticket.missing': 'This ticket does not exist',
  'export.failed': 'Error while exporting file',
  'tenant.user_limit_reached': 'The user limit for this business unit has been reached',
  'client.user_limit_reached': 'User limit reached',
  'import.invalid_file': 'Invalid import file or too few rows',
  'import.rows_refused': '7 users were not registered due to identified errors',
  'notification_template.taken': 'This type of template has already been registered',
  'user.email_taken': 'This email already exists',
  'user.phone_taken': 'Phone number already exists',
  'access.functionality_refused': 'You do not have access to this functionality',
  'access.page_refused': 'You do not have permission to access this page',
}

describe('error sentences', () => {
  it.each(Object.entries(specified) as [GeneralCode, string][])('%s has the specified sentence', (code, sentence) => {
    expect(errorSentence(code, 'en-US', { address: '203.0.113.9', count: 7 })).toBe(sentence)
  })

  it('keeps the two sentences of mixed language in every language', () => {
    for (const language of languages) {
      expect(errorSentence('sign_in.provider_failed', language)).toBe('Error ao autenticar!')
      expect(errorSentence('sign_in.hand_over_failed', language)).toBe('Erro ao realizar login!')
    }
  })

  it('have the specified texts for field faults and for success', () => {
    expect(generalPhrases['en-US'].field).toMatchObject({
      required: '{{name}} is required!',
      invalid: '{{name}} is invalid!',
    })
    expect(generalPhrases['en-US'].toast.done).toBe('Done successfully!')
  })

  it('have every status word of sign-in', () => {
    const words = [
      'error_user_or_password',
      'not_found_companies',
      'user_disable',
      'blocked',
      'inactive',
      'domain_not_allowed',
      'ip_not_allowed',
      'horario_not_allowed',
      'error_azure_not_companies',
      'finish_test',
      'maitenance',
    ]
    const known = new Set<string>(Object.values(errors).map(({ status }) => status))
    expect(words.filter((word) => !known.has(word))).toEqual([])
  })

  it('fill given values, leave out missing ones, and treat no value as a pattern', () => {
    expect(errorSentence('sign_in.address_refused', 'en-US')).toBe('IP not allowed! ()')
    expect(errorSentence('sign_in.address_refused', 'es', { address: '$& {{x}}' })).toContain('($& {{x}})')
    expect(Object.keys(errorPhrases).toSorted()).toEqual([...languages].toSorted())
  })
})
