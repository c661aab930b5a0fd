/** The texts of the server's pages in German, by the English ones. */
export const german = {
  // The frame of the console.
  'Development: you act as the owner without a password, and so does everybody on this machine.':
    'Entwicklung: Sie handeln ohne Passwort als Eigentümer, wie alle an diesem Rechner.',
  'Sign in as somebody else': 'Als jemand anderes anmelden',
  'This page needs JavaScript. The API is described at {link}.':
    'Diese Seite braucht JavaScript. Die API ist unter {link} beschrieben.',
  'What needs you in your Callboard workspace, and what agents do.':
    'Was im Callboard-Arbeitsbereich ansteht und was Agenten tun.',

  // The sign-in.
  'Sign in': 'Anmelden',
  'Sign in with {name}': 'Mit {name} anmelden',
  '{client} asks to connect to Callboard. Sign in to decide.':
    '{client} möchte sich mit Callboard verbinden. Zum Entscheiden bitte anmelden.',
  'Email address': 'E-Mail-Adresse',
  Password: 'Passwort',
  Workspace: 'Arbeitsbereich',
  'Choose a workspace': 'Arbeitsbereich wählen',
  '{client} asks to be connected. To which workspace?':
    '{client} möchte sich verbinden. Mit welchem Arbeitsbereich?',
  'Sign in to another workspace': 'Bei einem anderen Arbeitsbereich anmelden',
  'Choose another workspace': 'Anderen Arbeitsbereich wählen',
  'The email or the password is wrong.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'This server does not take passwords.': 'Dieser Server nimmt keine Passwörter an.',
  'Several workspaces have this account. Send the workspace_id of one of them.':
    'Mehrere Arbeitsbereiche haben dieses Konto. Bitte einen davon wählen.',
  'Too many failed attempts. Try again in {seconds} seconds.':
    'Zu viele fehlgeschlagene Versuche. In {seconds} Sekunden erneut versuchen.',

  // The sign-in by OpenID Connect.
  'You are now sent to {place}.': 'Weiterleitung zu {place} …',
  'Continue to {place}': 'Weiter zu {place}',
  'You are not signed in': 'Nicht angemeldet',
  Back: 'Zurück',
  'Request {id}': 'Anfrage {id}',
  'This sign-in was not begun in this browser, was used already, or took longer than ten minutes. Begin again.':
    'Diese Anmeldung wurde nicht in diesem Browser begonnen, ist schon benutzt oder dauerte länger als zehn Minuten. Bitte neu beginnen.',
  '{name} does not respond, so it cannot sign you in now. Try again in a minute.':
    '{name} antwortet nicht, daher ist die Anmeldung gerade nicht möglich. Bitte in einer Minute erneut versuchen.',
  '{name} did not sign you in: you cancelled, or you may not use this service.':
    'Keine Anmeldung durch {name}: Sie wurde abgebrochen, oder dieser Dienst ist nicht erlaubt.',
  '{name} did not sign you in, or its response cannot be trusted. Begin again. If this repeats, tell the operator of this server.':
    'Keine Anmeldung durch {name}, oder die Antwort ist nicht vertrauenswürdig. Bitte neu beginnen. Wiederholt es sich, bitte den Betreiber dieses Servers informieren.',
  'You have signed out meanwhile. Sign in, and link your account again.':
    'Die Sitzung wurde inzwischen beendet. Bitte anmelden und das Konto noch einmal verknüpfen.',
  'Your account is deactivated.': 'Das Konto ist deaktiviert.',
  'Your account is deactivated. An owner can reactivate it.':
    'Das Konto ist deaktiviert. Ein Eigentümer kann es wieder aktivieren.',
  'The account has just changed. Begin again.':
    'Das Konto wurde gerade geändert. Bitte neu beginnen.',
  'This server is not set up to create accounts. Tell its operator.':
    'Dieser Server ist nicht zum Anlegen von Konten eingerichtet. Bitte den Betreiber informieren.',
  'Another account of this workspace is linked to this identity, or this account to another one.':
    'Ein anderes Konto dieses Arbeitsbereichs ist mit dieser Identität verknüpft, oder dieses Konto mit einer anderen.',

  // The consent.
  'Connect {client}?': '{client} verbinden?',
  Application: 'Anwendung',
  'After your decision you are sent to': 'Nach der Entscheidung geht es weiter zu',
  You: 'Sie',
  'How long the access lasts': 'Dauer des Zugriffs',
  'What may it do?': 'Was darf sie tun?',
  'Read the workspace: projects, actions, documents, questions and people':
    'Den Arbeitsbereich lesen: Projekte, Aktionen, Dokumente, Fragen und Personen',
  'Change the workspace: claim, create, change and complete work':
    'Den Arbeitsbereich ändern: Arbeit übernehmen, anlegen, ändern und erledigen',
  'Every access needs this.': 'Jeder Zugriff braucht das.',
  'Allow this only if you have just started to connect this application yourself.':
    'Nur erlauben, wenn Sie selbst gerade begonnen haben, diese Anwendung zu verbinden.',
  Allow: 'Erlauben',
  Refuse: 'Ablehnen',
  'This application runs on your computer, so any program there can claim its name. Allow it only if you have just started it yourself.':
    'Diese Anwendung läuft auf Ihrem Rechner, wo jedes Programm ihren Namen angeben kann. Nur erlauben, wenn Sie sie gerade selbst gestartet haben.',
  'A new agent': 'Ein neuer Agent',
  'Name of the new agent': 'Name des neuen Agenten',
  'Callboard shows its work under this name.': 'Callboard zeigt die Arbeit unter diesem Namen.',
  'It acts as a new agent': 'Sie handelt als neuer Agent',
  'Which agent does it act as?': 'Als welcher Agent handelt sie?',
  'Sysadmin: changes all work, reads private documents, and manages agents and orders.':
    'Systemverwalter: ändert alle Arbeit, liest private Dokumente und verwaltet Agenten und Daueraufträge.',
  'Worker: changes work that is assigned to it, and pool work.':
    'Bearbeiter: ändert ihm zugewiesene Arbeit und Arbeit aus dem Pool.',
  'May review the work of others.': 'Darf die Arbeit anderer prüfen.',
  'Must ask a person before each gated change, such as dropping an action.':
    'Muss vor erlaubnispflichtigen Änderungen eine Person fragen, etwa vor dem Verwerfen einer Aktion.',
  'Must ask for approval only where an order requires it.':
    'Muss nur fragen, wo ein Dauerauftrag es verlangt.',
  'Paused: may only read until a person resumes it.':
    'Pausiert: darf nur lesen, bis eine Person ihn fortsetzt.',
  'Until you end it: at most {longest} days, and {unused} days without use.':
    'Bis Sie ihn beenden: höchstens {longest} Tage, und {unused} Tage ohne Benutzung.',
  'One hour. Then the application must ask you again.':
    'Eine Stunde. Danach muss die Anwendung erneut fragen.',
  'To end it, open Callboard, Agents, the agent, Connections by sign-in.':
    'Zum Beenden in Callboard unter „Agenten“ den Agenten öffnen: „Verbindungen durch Anmeldung“.',
  'Choose an agent that is not revoked.': 'Einen Agenten wählen, der nicht widerrufen ist.',
  'Choose what the client may do.': 'Wählen, was die Anwendung tun darf.',
  'Choose the agent that the client acts as.': 'Den Agenten wählen, als der die Anwendung handelt.',
  'Give the new agent a name of at most {most} characters.':
    'Dem neuen Agenten einen Namen mit höchstens {most} Zeichen geben.',

  // After the consent.
  'You refused {client}': '{client} wurde abgelehnt',
  'You allowed {client}': '{client} wurde erlaubt',
  'It gets no access.': 'Die Anwendung erhält keinen Zugriff.',
  'It acts as the agent {agent}.': 'Sie handelt als der Agent {agent}.',
  'Use the link if nothing happens. Afterwards you can close this page.':
    'Den Link benutzen, wenn nichts geschieht. Danach kann diese Seite geschlossen werden.',
  '{client} is connected': '{client} ist verbunden',
  'You have allowed {client} already': '{client} wurde schon erlaubt',
  'Your first decision is valid, and this one has changed nothing.':
    'Die erste Entscheidung gilt, und diese hat nichts geändert.',
  'To end the connection, go back and refuse, or open Callboard, Agents, the agent, Connections by sign-in.':
    'Zum Beenden der Verbindung zurückgehen und ablehnen, oder in Callboard unter „Agenten“ den Agenten öffnen: „Verbindungen durch Anmeldung“.',
  'Return to the application. You can close this page.':
    'Zurück zur Anwendung. Diese Seite kann geschlossen werden.',
  'Return to the application and connect it again. If this repeats, remove the connection there first.':
    'Zur Anwendung zurückkehren und sie neu verbinden. Wiederholt es sich, dort zuerst die Verbindung entfernen.',
  'If you are a member of another workspace, connect the application to that one.':
    'Wenn Sie in einem anderen Arbeitsbereich Mitglied sind, die Anwendung mit diesem verbinden.',
  'Another workspace': 'Anderer Arbeitsbereich',
  'Your account is not linked': 'Ihr Konto ist nicht verknüpft',
  'This connection does not work': 'Diese Verbindung funktioniert nicht',
  'The link tells the application what is wrong. Use it only if you have just started to connect this application yourself.':
    'Der Link teilt der Anwendung mit, was nicht stimmt. Nur benutzen, wenn Sie selbst gerade begonnen haben, sie zu verbinden.',
  'Return to {place}': 'Zurück zu {place}',
  'Unverified: anyone can register an application under this name.':
    'Ungeprüft: Jeder kann eine Anwendung unter diesem Namen registrieren.',
  'Described by {host}': 'Beschrieben von {host}',
  'This page has expired. Go back to the application and connect it again.':
    'Diese Seite ist abgelaufen. Bitte zur Anwendung zurückkehren und sie neu verbinden.',
  'This client is not registered here. Remove the connection in the client and add it again.':
    'Diese Anwendung ist hier nicht registriert. Die Verbindung in der Anwendung entfernen und neu anlegen.',
  'You are a viewer of this workspace, so you cannot connect applications. An owner can change your role.':
    'Ihre Rolle in diesem Arbeitsbereich ist Betrachter, daher lassen sich keine Anwendungen verbinden. Ein Eigentümer kann die Rolle ändern.',
  'The client asks to be sent to an address that it has not registered.':
    'Die Anwendung nennt eine Adresse, die sie nicht registriert hat.',
  'The request of the application has no client_id. Remove the connection there and add it again.':
    'In der Anfrage der Anwendung fehlt client_id. Die Verbindung dort entfernen und neu anlegen.',
  'redirect_uri is missing.': 'redirect_uri fehlt.',
  'The request of the application is not valid: {description}':
    'Die Anfrage der Anwendung ist nicht gültig: {description}',
  'this computer ({host})': 'diesem Rechner ({host})',
  'an application on this device ({protocol})': 'einer Anwendung auf diesem Gerät ({protocol})',
  'The connection of {client} has ended.': 'Die Verbindung von {client} ist beendet.',
  '{client} did not fetch its access in time.':
    '{client} hat den Zugriff nicht rechtzeitig abgeholt.',

  // What is wrong with the request of an application, as the application gets it too.
  '{name} may be sent only once.': '{name} darf nur einmal vorkommen.',
  '{name} must not contain the character NUL.': '{name} darf das Zeichen NUL nicht enthalten.',
  'response_type is missing.': 'response_type fehlt.',
  'response_type must be code.': 'response_type muss code sein.',
  'code_challenge is missing.': 'code_challenge fehlt.',
  'code_challenge_method must be S256.': 'code_challenge_method muss S256 sein.',
  'code_challenge must be a SHA-256 in Base64url.':
    'code_challenge muss ein SHA-256 in Base64url sein.',
  'resource must be {resource}.': 'resource muss {resource} sein.',
  'The scope is not possible here.': 'Dieser scope ist hier nicht möglich.',

  // Refusals of a page's form.
  'This did not work': 'Das hat nicht funktioniert',
  'You are a viewer: you can read, but not change anything.':
    'Ihre Rolle ist Betrachter: Sie können lesen, aber nichts ändern.',
  'Too many requests. Try again in {seconds} seconds.':
    'Zu viele Anfragen. In {seconds} Sekunden erneut versuchen.',
  'This form was sent from another site, so nothing has changed. Open the page again.':
    'Dieses Formular kam von einer anderen Website, daher hat sich nichts geändert. Bitte die Seite neu öffnen.',
  'Something went wrong on our side. Tell the operator of this server the id below.':
    'Auf dem Server ist etwas schiefgegangen. Bitte dem Betreiber die Nummer unten nennen.',
  'The server cannot do this now. Try again in a minute.':
    'Der Server kann das gerade nicht. Bitte in einer Minute erneut versuchen.',
  'There is no sign-in by OpenID Connect that you can see.':
    'Auf diesem Server gibt es keine Anmeldung über OpenID Connect.',
  'Send the body as {one} or {other}, in UTF-8, as it is or compressed.':
    'Den Inhalt als {one} oder {other} in UTF-8 senden, komprimiert oder nicht.',
  'Send the body as {type}, in UTF-8, as it is or compressed.':
    'Den Inhalt als {type} in UTF-8 senden, komprimiert oder nicht.',
  'Send the body as {type}, in UTF-8.': 'Den Inhalt als {type} in UTF-8 senden.',
  'Send the body in UTF-8, as it is or compressed.':
    'Den Inhalt in UTF-8 senden, komprimiert oder nicht.',
  'The body is larger than {size}.': 'Der Inhalt ist größer als {size}.',

  // The end of mails.
  'No more mails': 'Keine Mails mehr',
  'Callboard then sends you no more mails about questions, reviews and work.':
    'Callboard sendet danach keine Mails mehr über Fragen, Prüfungen und Arbeit.',
  'Send no more mails': 'Keine Mails mehr senden',
  'You get no more mails': 'Es kommen keine Mails mehr',
  'You can choose again under Settings, Account.':
    'Das lässt sich unter „Einstellungen“, „Konto“ wieder ändern.',
  'This link is not valid': 'Dieser Link ist nicht gültig',
  'Open the link of the mail again, and copy all of it. If it stays so, choose under Settings, Account what is mailed to you.':
    'Den Link der Mail noch einmal vollständig öffnen. Bleibt es dabei, lassen sich die Mails unter „Einstellungen“, „Konto“ wählen.',
} as const;
