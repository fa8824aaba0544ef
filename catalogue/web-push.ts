/** The version number of Declarative Web Push in a payload. The server writes it, and the service worker of the portal reads no other. */
export const declarativeVersion = 8030
