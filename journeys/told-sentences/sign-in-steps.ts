// The statuses of sign-in that are no refusal, and the public pages of its links.
import type { Sentences } from './in-languages.ts'

export const stepSentences = {
  passwordExpired: [
    'Sua senha venceu. Escolha uma nova.',
    'Your password has expired. Choose a new one.',
    'Su contraseña ha caducado. Elija una nueva.',
    'A sua palavra-passe expirou. Escolha uma nova.',
  ],
  rules: [
    'As regras de senha mudaram e a sua já não as cumpre. Escolha uma nova.',
    'The password rules have changed and yours no longer follows them. Choose a new one.',
    'Las reglas de contraseña cambiaron y la suya ya no las cumple. Elija una nueva.',
    'As regras da palavra-passe mudaram e a sua já não as cumpre. Escolha uma nova.',
  ],
  choose: ['Escolha a sua senha', 'Choose your password', 'Elija su contraseña', 'Escolha a sua palavra-passe'],
  saved: [
    'Senha salva. Entre com ela.',
    'Password saved. Sign in with it.',
    'Contraseña guardada. Inicie sesión con ella.',
    'Palavra-passe guardada. Inicie sessão com ela.',
  ],
  linkLost: [
    'O link não vale mais',
    'This link is no longer valid',
    'El enlace ya no es válido',
    'A ligação já não é válida',
  ],
  linkSpent: [
    'Este link venceu ou já foi usado. Peça outro em “Esqueci a senha”.',
    'This link has expired or was already used. Ask for another one under “Forgot your password?”.',
    'Este enlace ha caducado o ya se usó. Pida otro en “¿Olvidó su contraseña?”.',
    'Esta ligação expirou ou já foi usada. Peça outra em “Esqueci-me da palavra-passe”.',
  ],
  setUp: [
    'Configure o segundo fator',
    'Set up the second factor',
    'Configure el segundo factor',
    'Configure o segundo fator',
  ],
  setUpRequired: [
    'Esta unidade de negócio exige um segundo fator. Leia o código QR com um aplicativo autenticador e digite o primeiro código.',
    'This business unit requires a second factor. Scan the QR code with an authenticator app and type the first code.',
    'Esta unidad de negocio exige un segundo factor. Lea el código QR con una aplicación de autenticación y escriba el primer código.',
    'Esta unidade de negócio exige um segundo fator. Leia o código QR com uma aplicação de autenticação e escreva o primeiro código.',
  ],
  recoveryCodes: [
    'Guarde estes dez códigos fora deste aparelho. Cada um substitui o aplicativo uma vez. Eles não serão mostrados de novo.',
    'Keep these ten codes outside this device. Each replaces the app once. They will not be shown again.',
    'Guarde estos diez códigos fuera de este dispositivo. Cada uno sustituye a la aplicación una vez. No se mostrarán de nuevo.',
    'Guarde estes dez códigos fora deste dispositivo. Cada um substitui a aplicação uma vez. Não serão mostrados de novo.',
  ],
  code: [
    'Digite o código que o seu aplicativo autenticador mostra agora.',
    'Type the code that your authenticator app shows now.',
    'Escriba el código que su aplicación de autenticación muestra ahora.',
    'Escreva o código que a sua aplicação de autenticação mostra agora.',
  ],
  codeWrong: ['Código incorreto!', 'Wrong code!', '¡Código incorrecto!', 'Código incorreto!'],
  recovery: [
    'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
    'Type one of the recovery codes that you kept. Each works once.',
    'Escriba uno de los códigos de recuperación que guardó. Cada uno sirve una vez.',
    'Escreva um dos códigos de recuperação que guardou. Cada um serve uma vez.',
  ],
  codeExpired: [
    'Este login demorou demais ou falhou vezes demais. Comece de novo.',
    'This sign-in took too long or failed too often. Start again.',
    'Este inicio de sesión tardó demasiado o falló demasiadas veces. Empiece de nuevo.',
    'Esta entrada demorou demasiado ou falhou demasiadas vezes. Comece de novo.',
  ],
  terms: [
    'Para continuar, leia e aceite este termo.',
    'Read and accept this term to continue.',
    'Para continuar, lea y acepte este término.',
    'Para continuar, leia e aceite este termo.',
  ],
  termsDue: [
    'Aceite os termos de uso para continuar.',
    'Accept the terms of use to continue.',
    'Acepte los términos de uso para continuar.',
    'Aceite os termos de utilização para continuar.',
  ],
  mailSent: [
    'E-mail de recuperação de senha enviado',
    'Password recovery email sent',
    'Correo de recuperación de contraseña enviado',
    'E-mail de recuperação da palavra-passe enviado',
  ],
  mailFailed: [
    'Erro ao enviar o e-mail de recuperação de senha!',
    'Error sending password recovery email!',
    '¡Error al enviar el correo de recuperación de contraseña!',
    'Erro ao enviar o e-mail de recuperação da palavra-passe!',
  ],
  registered: ['Confira o seu e-mail', 'Look at your e-mail', 'Revise su correo', 'Consulte o seu e-mail'],
  registrationSpent: [
    'Este link já foi usado ou não vale mais.',
    'This link has been used or is no longer valid.',
    'Este enlace ya se usó o ya no es válido.',
    'Esta ligação já foi utilizada ou deixou de ser válida.',
  ],
  providerRefused: [
    'Não foi possível entrar',
    'Sign-in was not possible',
    'No se pudo iniciar sesión',
    'Não foi possível iniciar sessão',
  ],
  azure: [
    'Solicite ao administrador acesso a uma unidade de negócio!',
    'Request access to a Business Unit from your Administrator!',
    '¡Solicite a su administrador acceso a una unidad de negocio!',
    'Peça ao seu administrador acesso a uma unidade de negócio!',
  ],
  credentials: [
    'Usuário ou senha incorretos!',
    'Incorrect Username or Password!',
    '¡Usuario o contraseña incorrectos!',
    'Utilizador ou palavra-passe incorretos!',
  ],
  // Of another language in the specification, and so in every language here.
  company: ['Erro ao realizar login!', 'Erro ao realizar login!', 'Erro ao realizar login!', 'Erro ao realizar login!'],
  unauthorized: ['Acesso não autorizado!', 'Unauthorized Access!', '¡Acceso no autorizado!', 'Acesso não autorizado!'],
  embeddedEnded: ['A sessão terminou', 'The session has ended', 'La sesión terminó', 'A sessão terminou'],
  embeddedAgain: [
    'Para continuar, abra o relatório outra vez no sistema em que ele aparece.',
    'To continue, open the report again in the system that shows it.',
    'Para continuar, abra el informe otra vez en el sistema que lo muestra.',
    'Para continuar, volte a abrir o relatório no sistema em que aparece.',
  ],
  playlistRevoked: [
    'Este link não vale mais. Mostre um código para conectar a tela de novo.',
    'This link is no longer valid. Show a code to connect the screen again.',
    'Este enlace ya no es válido. Muestre un código para conectar la pantalla de nuevo.',
    'Esta ligação já não vale. Mostre um código para ligar o ecrã de novo.',
  ],
  nobodysHost: [
    'Nenhuma unidade de negócio atende em',
    'No business unit answers at',
    'Ninguna unidad de negocio atiende en',
    'Nenhuma unidade de negócio responde em',
  ],
  // Opened by its address, the page names that of the visitor.
  address: [
    'IP não permitido! (127.0.0.1)',
    'IP not allowed! (127.0.0.1)',
    '¡IP no permitida! (127.0.0.1)',
    'Endereço IP não permitido! (127.0.0.1)',
  ],
  popup: [
    'O navegador bloqueou a janela',
    'The browser blocked the window',
    'El navegador bloqueó la ventana',
    'O navegador bloqueou a janela',
  ],
  toRecovery: [
    'Usar um código de recuperação',
    'Use a recovery code',
    'Usar un código de recuperación',
    'Usar um código de recuperação',
  ],
} as const satisfies Sentences
