// Fields of the settings that the form does not always display, each with the field or section that displays it or says why it is absent.
// All are wire names. An address such as `/setting#sender_password` follows them from field to field, until one is on the page.

/** The section about what the partner decides. */
export const partnerSection = 'of_partner'

export const settingsDisplayedBy: Readonly<Record<string, string>> = {
  relatorio_id: 'home_page',
  home_page: 'enable',
  logo_page: 'logo_page_default',
  watermark_text: 'enable_watermark',
  // The operator may have switched pushes off, which leaves the copies by e-mail.
  push_content: 'send_email_notification',
  send_email_helpdesk: 'enable_helpdesk',
  min_character: 'enable_password',
  capital_letter: 'enable_password',
  special_characters: 'enable_password',
  expiry_time_password: 'enable_password',
  registration_approval: 'enable_auto_register',
  registration_domains: 'enable_auto_register',
  enable_auto_register: partnerSection,
  known_people: partnerSection,
  mfa_master: partnerSection,
  mfa_trusted_browser: partnerSection,
  token_embedded: 'enable_embedded',
  domains_embedded_whitelist: 'enable_embedded',
  enable_embedded: partnerSection,
  // The mail server asks for a password only with a user.
  sender_password: 'sender_user',
  sender_user: 'sender',
  sender_name: 'sender',
  sender_email: 'sender',
  sender_host: 'sender',
  sender_port: 'sender',
  sender_protocol: 'sender',
}
