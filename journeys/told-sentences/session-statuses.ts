// The statuses of a running session: switches, remote access, and its end.
import type { Sentences } from './in-languages.ts'

export const sessionSentences = {
  change: ['Abrindo…', 'Opening…', 'Abriendo…', 'A abrir…'],
  asReader: [
    'Você está em Adventure Works Brasil como leitor.',
    'You are in Adventure Works Brasil as a reader.',
    'Está en Adventure Works Brasil como lector.',
    'Está em Adventure Works Brasil como leitor.',
  ],
  waiting: [
    'Aguardando autorização',
    'Waiting for authorization',
    'Esperando la autorización',
    'A aguardar autorização',
  ],
  waitingText: [
    'Deixe esta página aberta: o acesso começa aqui.',
    'Leave this page open: the access begins here.',
    'Deje esta página abierta: el acceso comienza aquí.',
    'Deixe esta página aberta: o acesso começa aqui.',
  ],
  refused: [
    'Novo Acessado recusou o acesso',
    'Novo Acessado refused the access',
    'Novo Acessado rechazó el acceso',
    'Novo Acessado recusou o acesso',
  ],
  over: ['O pedido terminou', 'The request is over', 'La solicitud terminó', 'O pedido terminou'],
  asked: [
    'Ana Souza pede acesso remoto',
    'Ana Souza asks for remote access',
    'Ana Souza pide acceso remoto',
    'Ana Souza pede acesso remoto',
  ],
  acting: [
    'Ana Souza está usando o portal como Novo Acessado.',
    'Ana Souza is using the portal as Novo Acessado.',
    'Ana Souza está usando el portal como Novo Acessado.',
    'Ana Souza está a usar o portal como Novo Acessado.',
  ],
  ended: [
    'O acesso remoto terminou. Você voltou à sua conta.',
    'The remote access has ended. You are back in your account.',
    'El acceso remoto terminó. Ha vuelto a su cuenta.',
    'O acesso remoto terminou. Voltou à sua conta.',
  ],
  expired: ['Sua sessão expirou', 'Authentication expired', 'Su sesión ha caducado', 'A sua sessão expirou'],
  page: [
    'Você não tem permissão para acessar esta página',
    'You do not have permission to access this page',
    'No tiene permiso para acceder a esta página',
    'Não tem permissão para aceder a esta página',
  ],
  reader: ['Leitor', 'Reader', 'Lector', 'Leitor'],
} as const satisfies Sentences
