// The status table of sign-in (specification, section 8).
import type { Sentences } from './in-languages.ts'

export const refusalSentences = {
  error_user_or_password: [
    'Usuário ou senha incorretos!',
    'Incorrect Username or Password!',
    '¡Usuario o contraseña incorrectos!',
    'Utilizador ou palavra-passe incorretos!',
  ],
  not_found_companies: [
    'Usuário sem empresa!',
    'User without company!',
    '¡Usuario sin empresa!',
    'Utilizador sem empresa!',
  ],
  user_disable: ['Usuário desativado!', 'User deactivated!', '¡Usuario desactivado!', 'Utilizador desativado!'],
  blocked: ['Usuário bloqueado!', 'User is blocked!', '¡El usuario está bloqueado!', 'Utilizador bloqueado!'],
  inactive: ['Usuário inativo!', 'User is inactive!', '¡El usuario está inactivo!', 'Utilizador inativo!'],
  domain_not_allowed: [
    'Sem acesso a este domínio!',
    'No access to this domain!',
    '¡Sin acceso a este dominio!',
    'Sem acesso a este domínio!',
  ],
  ip_not_allowed: ['IP não permitido!', 'IP not allowed!', '¡IP no permitida!', 'Endereço IP não permitido!'],
  horario_not_allowed: [
    'Horário não permitido!',
    'Hour not allowed!',
    '¡Horario no permitido!',
    'Horário não autorizado!',
  ],
  error_azure_not_companies: [
    'Solicite ao administrador acesso a uma unidade de negócio!',
    'Request access to a Business Unit from your Administrator!',
    '¡Solicite a su administrador acceso a una unidad de negocio!',
    'Peça ao seu administrador acesso a uma unidade de negócio!',
  ],
  finish_test: [
    'O período de teste terminou!',
    'Test period has ended!',
    '¡El período de prueba ha terminado!',
    'O período experimental terminou!',
  ],
  maitenance: [
    'Estamos em manutenção. Tente de novo em breve.',
    'We are under maintenance. Try again soon.',
    'Estamos en mantenimiento. Vuelva a intentarlo pronto.',
    'Estamos em manutenção. Volte a tentar dentro de momentos.',
  ],
  // Of mixed language in the specification, and so in every language here.
  error: ['Error ao autenticar!', 'Error ao autenticar!', 'Error ao autenticar!', 'Error ao autenticar!'],
  throttled: [
    'Muitas tentativas sem sucesso.',
    'Too many failed attempts.',
    'Demasiados intentos fallidos.',
    'Demasiadas tentativas sem sucesso.',
  ],
} as const satisfies Sentences
