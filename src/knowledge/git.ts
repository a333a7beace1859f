/**
 * git: what its subcommands do, and what a repository can make it run.
 *
 * git(1) and the manual page of each subcommand, git-config(1), githooks(5).
 */
import { idlePrograms } from "./environment.ts"
import type { Grammar } from "./grammar.ts"

// Options of every command that shows differences. --ext-diff, --textconv and --output are not here.
const diff =
  "-p -u -s -U= -a -b -w -W -R -r -t -z -M[=] -B[=] -C[=] -D -l= -S= -G= -O=read -I= -X[=] -# --patch --no-patch --unified= --raw --minimal --patience --histogram --anchored= --diff-algorithm= --stat[=] --stat-width= --stat-name-width= --stat-count= --compact-summary --numstat --shortstat --dirstat[=] --cumulative --summary --patch-with-stat --patch-with-raw --name-only --name-status --submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved --color-moved-ws= --word-diff[=] --word-diff-regex= --color-words[=] --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev[=] --no-abbrev --break-rewrites[=] --find-renames[=] --find-copies[=] --find-copies-harder --irreversible-delete --diff-filter= --find-object= --pickaxe-all --pickaxe-regex --skip-to= --rotate-to= --relative[=] --no-relative --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index --cc --combined-all-paths --merge-base !!--ext-diff !!--textconv !--output=write"

// --show-signature runs gpg, as some placeholders of a format do: see the reader's own test.
const revisions =
  "-n= -i -E -F -P -m -c -g --max-count= --skip= --since= --after= --until= --before= --since-as-filter= --author= --committer= --grep-reflog= --grep= --all-match --invert-grep --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings --perl-regexp --remove-empty --merges --no-merges --min-parents= --max-parents= --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --bisect --cherry-mark --cherry-pick --left-only --right-only --cherry --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path[=] --date-order --author-date-order --topo-order --reverse --no-walk[=] --do-walk --pretty[=] --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs[=] --no-expand-tabs --notes[=] --no-notes !--show-signature --relative-date --date= --parents --children --left-right --graph --no-graph --show-linear-break[=] --diff-merges= --no-diff-merges --dd"

const log = `${revisions} ${diff} -L=range --follow --no-decorate --decorate[=] --decorate-refs= --decorate-refs-exclude= --clear-decorations --source --mailmap --no-mailmap --use-mailmap --full-diff --log-size --stdin`

const look: Grammar = { reads: true, options: log, operands: "rev*" }

/** Subcommands whose forms without a limit here only read; each is read in its own repository alone. */
export const gitReads: Readonly<Record<string, Grammar>> = {
  status: {
    reads: true,
    options:
      "-s -b -v -z -u[=] -M[=] --short --branch --show-stash --porcelain[=] --long --verbose --untracked-files[=] --ignore-submodules[=] --ignored[=] --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]",
    operands: "names*"
  },
  log: look,
  whatchanged: look,
  show: look,
  "show-branch": {
    reads: true,
    options:
      "-a -r -g[=] --all --remotes --current --topo-order --date-order --sparse --merge-base --independent --no-name --sha1-name --topics --reflog[=] --color[=] --no-color --list",
    operands: "text*"
  },
  diff: {
    reads: true,
    options: `${diff} --cached --staged --no-index -1 -2 -3 -0 --base --ours --theirs`,
    operands: "rev*"
  },
  "diff-tree": {
    reads: true,
    options: `${diff} -m -c -v --root --stdin --no-commit-id --pretty[=] --always`,
    operands: "rev*"
  },
  "diff-index": { reads: true, options: `${diff} -m --cached --merge-base`, operands: "rev*" },
  "diff-files": { reads: true, options: `${diff} -1 -2 -3 -0 -q --base --ours --theirs`, operands: "rev*" },
  "range-diff": {
    reads: true,
    options: `${diff} --no-dual-color --creation-factor= --left-only --right-only`,
    operands: "rev*"
  },
  shortlog: {
    reads: true,
    options: `${revisions} -s -n -e -w[=] --summary --numbered --email --group=`,
    operands: "rev*"
  },
  blame: {
    reads: true,
    options:
      "-b -c -C[=] -e -f -h -l -L= -M[=] -n -p -s -S=read -t -w --root --show-stats --abbrev= --line-porcelain --porcelain --incremental --encoding= --contents=read --date= --progress --no-progress --score-debug --show-name --show-number --show-email --minimal --ignore-rev= --ignore-revs-file=read --color-lines --color-by-age --since= --first-parent --reverse=",
    operands: "rev*"
  },
  annotate: { reads: true, options: "-b -l -t -e -w -L= -M[=] -C[=] --root", operands: "rev*" },
  // -O and --open-files-in-pager run a program; --textconv too.
  grep: {
    reads: true,
    options:
      "-a -c -E -F -G -P -h -H -i -I -l -L -n -o -p -q -r -s -v -w -W -z -A= -B= -C= -m= -e= -f=read -# --text --cached --untracked --no-index --exclude-standard --no-exclude-standard --recurse-submodules --ignore-case --invert-match --word-regexp --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color[=] --no-color --break --heading --show-function --context= --after-context= --before-context= --function-context --max-count= --threads= --and --or --not --all-match --quiet --max-depth= --recursive --no-recursive --no-textconv !!-O[=] !!--open-files-in-pager[=] !!--textconv",
    operands: "text rev*",
    when: { "-e -f": { operands: "rev*" }, "--no-index --untracked": { tree: true, none: "tree" } }
  },
  "rev-parse": {
    reads: true,
    options:
      "-q --verify --quiet --short[=] --abbrev-ref[=] --symbolic --symbolic-full-name --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --disambiguate= --revs-only --no-revs --flags --no-flags --default= --prefix= --not --git-dir --absolute-git-dir --git-common-dir --git-path= --show-toplevel --show-superproject-working-tree --show-prefix --show-cdup --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-object-format[=] --show-ref-format --local-env-vars --resolve-git-dir= --path-format= --since= --after= --until= --before= --sq",
    operands: "rev*"
  },
  "rev-list": {
    reads: true,
    options: `${revisions} -0 --count --objects --objects-edge --timestamp --header --no-commit-header --commit-header --quiet --stdin --disk-usage[=] --use-bitmap-index --filter= --no-object-names --object-names --missing= --unpacked --in-commit-order --abbrev[=] --no-abbrev -#`,
    operands: "rev*"
  },
  "ls-files": {
    reads: true,
    options:
      "-c -d -o -i -s -u -k -m -v -f -t -z -x= -X=read --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --eol --deduplicate --exclude= --exclude-from=read --exclude-per-directory= --exclude-standard --error-unmatch --with-tree= --full-name --recurse-submodules --abbrev[=] --debug --format= --resolve-undo --sparse",
    operands: "names*"
  },
  "ls-tree": {
    reads: true,
    options:
      "-d -r -t -l -z --name-only --name-status --object-only --long --full-name --full-tree --abbrev[=] --format=",
    operands: "text names*"
  },
  // --textconv and --filters run what the configuration names; what --batch shows is in its input.
  "cat-file": {
    reads: true,
    options:
      "-t -s -e -p -Z -z !--batch[=] --batch-check[=] --batch-all-objects --allow-unknown-type --buffer --follow-symlinks --unordered --no-mailmap --mailmap !!--textconv !!--filters",
    operands: "rev*"
  },
  describe: {
    reads: true,
    options:
      "--dirty[=] --broken[=] --all --tags --contains --abbrev[=] --candidates= --exact-match --debug --long --match= --exclude= --always --first-parent",
    operands: "text*"
  },
  "merge-base": {
    reads: true,
    options: "-a --all --octopus --independent --is-ancestor --fork-point",
    operands: "text*"
  },
  "name-rev": {
    reads: true,
    options: "--tags --refs= --exclude= --all --name-only --no-undefined --always --annotate-stdin",
    operands: "text*"
  },
  "show-ref": {
    reads: true,
    options: "-d -s -q --head --dereference --hash[=] --verify --abbrev[=] --quiet --tags --heads --branches --exists",
    operands: "text*"
  },
  "for-each-ref": {
    reads: true,
    options:
      "--count= --sort= --format= --color[=] --points-at= --merged[=] --no-merged[=] --contains[=] --no-contains[=] --ignore-case --omit-empty --exclude= --include-root-refs",
    operands: "text*"
  },
  "count-objects": { reads: true, options: "-v -H --verbose --human-readable", operands: "" },
  "check-ignore": {
    reads: true,
    options: "-q -v -n -z --quiet --verbose --non-matching --no-index --stdin",
    operands: "names*"
  },
  "check-attr": { reads: true, options: "-a -z --all --cached --stdin --source=", operands: "text names*" },
  "check-ref-format": {
    reads: true,
    options: "--branch --normalize --allow-onelevel --refspec-pattern",
    operands: "text"
  },
  cherry: { reads: true, options: "-v --abbrev[=]", operands: "text*" },
  "get-tar-commit-id": { reads: true, operands: "" },
  "verify-pack": { reads: true, options: "-v -s --verbose --stat-only", operands: "read*" },
  version: { reads: true, options: "--build-options", operands: "" },
  help: {
    reads: true,
    options:
      "-a -g -c -v --all --guides --config --verbose --no-aliases --no-external-commands -m --man !!-w !!--web !!-i !!--info",
    operands: "text?"
  },
  var: { reads: true, options: "", operands: "text" }
}

const list = "--list -l"

/** Forms that only read of subcommands that can do more: all else of them is in `gitActs`. */
export const gitForms: Readonly<Record<string, Grammar>> = {
  // With an operand and none of the listing options a branch is made: the operands' place is only there with these.
  branch: {
    reads: true,
    options:
      "-a -r -v -q -l -i --all --remotes --list --verbose --quiet --show-current --contains[=] --no-contains[=] --merged[=] --no-merged[=] --points-at= --sort= --format= --color[=] --no-color --column[=] --no-column --abbrev[=] --no-abbrev --ignore-case --omit-empty",
    operands: "!text*",
    when: { [`${list} --contains --no-contains --merged --no-merged --points-at`]: { operands: "text*" } }
  },
  tag: {
    reads: true,
    options:
      "-l -n[=] -i --list --contains[=] --no-contains[=] --merged[=] --no-merged[=] --points-at= --sort= --format= --color[=] --no-color --column[=] --no-column --ignore-case --omit-empty",
    operands: "!text*",
    when: { [`${list} -n --contains --no-contains --merged --no-merged --points-at`]: { operands: "text*" } }
  },
  "symbolic-ref": { reads: true, options: "-q --quiet --short --recurse --no-recurse", operands: "text !text?" }
}

/** Subcommands of subcommands that only read: `git stash list`. `""` is the form without a word. */
export const gitNested: Readonly<Record<string, Readonly<Record<string, Grammar>>>> = {
  stash: {
    list: look,
    show: { reads: true, options: `${diff} --include-untracked --only-untracked`, operands: "text*" }
  },
  worktree: { list: { reads: true, options: "-v -z --verbose --porcelain --expire=", operands: "" } },
  reflog: {
    "": look,
    show: look,
    list: { reads: true, operands: "" },
    exists: { reads: true, operands: "text" }
  },
  remote: {
    "": { reads: true, options: "-v --verbose", operands: "" },
    "get-url": { reads: true, options: "--push --all", operands: "text" }
  },
  notes: { list: { reads: true, operands: "text?" }, show: { reads: true, operands: "text?" } },
  bundle: { "list-heads": { reads: true, operands: "read text*" } },
  "sparse-checkout": { list: { reads: true, operands: "" } },
  "commit-graph": {},
  bisect: { log: { reads: true, operands: "" }, view: { does: "may run a viewer", lenient: true, operands: "text*" } }
}

/** Subcommands that are a dry run with one of these options. */
export const gitDryRuns: Readonly<Record<string, { readonly with: ReadonlyArray<string>; readonly grammar: Grammar }>> =
  {
    clean: {
      with: ["-n", "--dry-run"],
      grammar: {
        reads: true,
        options: "-n -d -f -x -X -q -e= --dry-run --force --quiet --exclude=",
        operands: "names*"
      }
    },
    "reflog expire": {
      with: ["-n", "--dry-run"],
      grammar: {
        reads: true,
        options:
          "-n --dry-run --all --single-worktree --expire= --expire-unreachable= --updateref --rewrite --stale-fix --verbose",
        operands: "text*"
      }
    },
    add: {
      with: ["-n", "--dry-run"],
      grammar: {
        reads: true,
        options: "-n -A -u -v -f --dry-run --all --update --verbose --force --ignore-missing --ignore-errors",
        operands: "names*"
      }
    },
    prune: {
      with: ["-n", "--dry-run"],
      grammar: { reads: true, options: "-n -v --dry-run --verbose --progress --expire=", operands: "text*" }
    }
  }

const commitOptions =
  "-a -p -v -q -n -s -e -i -o -z -m= -F=read -C= -c= -t=read -u[=] -S[=] --all --patch --verbose --quiet --no-verify --signoff --no-signoff --edit --no-edit --include --only --amend --allow-empty --allow-empty-message --message= --file=read --template=read --reuse-message= --reedit-message= --fixup= --squash= --reset-author --author= --date= --cleanup= --dry-run --short --long --porcelain --branch --status --no-status --gpg-sign[=] --no-gpg-sign --trailer= --pathspec-from-file=read --pathspec-file-nul --no-post-rewrite --untracked-files[=]"

const acts = (does: string, options: string, operands: string, more: Partial<Grammar> = {}): Grammar => ({
  does,
  options,
  operands,
  ...more
})

const anything = { unsettles: "anything" } as const

/** Subcommands that change things: which of their words are paths. */
export const gitActs: Readonly<Record<string, Grammar>> = {
  add: acts(
    "stages files",
    "-n -v -f -i -p -e -u -A -N --dry-run --verbose --force --sparse --interactive --patch --edit --update --all --no-all --ignore-removal --no-ignore-removal --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --chmod= --pathspec-from-file=read --pathspec-file-nul",
    "read*"
  ),
  stage: acts("stages files", "-n -v -f -i -p -e -u -A -N", "read*"),
  commit: acts("makes a commit", commitOptions, "any*"),
  rm: acts(
    "deletes files",
    "-f -n -r -q --force --dry-run --cached --ignore-unmatch --quiet --sparse --pathspec-from-file=read --pathspec-file-nul",
    "delete*"
  ),
  mv: acts("moves files", "-f -k -n -v --force --dry-run --verbose --sparse", "move* into", anything),
  checkout: acts(
    "changes the work tree",
    "-b= -B= -f -q -l -d -t -m -p -2 -3 --quiet --progress --no-progress --force --ours --theirs --track[=] --no-track --guess --no-guess --detach --orphan= --ignore-skip-worktree-bits --merge --conflict= --patch --ignore-other-worktrees --overwrite-ignore --no-overwrite-ignore --recurse-submodules --no-recurse-submodules --overlay --no-overlay --pathspec-from-file=read --pathspec-file-nul",
    "write*",
    anything
  ),
  switch: acts(
    "changes the work tree",
    "-c= -C= -d -f -m -q -t --create= --force-create= --detach --guess --no-guess --force --discard-changes --merge --conflict= --quiet --progress --no-progress --track[=] --no-track --orphan= --ignore-other-worktrees --recurse-submodules",
    "text?",
    anything
  ),
  restore: acts(
    "changes the work tree",
    "-s= -p -W -S -q -m --source= --patch --worktree --staged --quiet --progress --no-progress --ours --theirs --merge --conflict= --ignore-unmerged --overlay --no-overlay --pathspec-from-file=read --pathspec-file-nul",
    "write*",
    anything
  ),
  reset: acts(
    "changes the index or the work tree",
    "-q -p -N --quiet --no-quiet --soft --mixed --hard --merge --keep --patch --intent-to-add --refresh --no-refresh --pathspec-from-file=read --pathspec-file-nul",
    "rev*",
    anything
  ),
  push: acts(
    "uses the network",
    "-n -f -u -q -v -d -4 -6 -o= --all --branches --prune --mirror --dry-run --porcelain --delete --tags --follow-tags --signed[=] --atomic --force-with-lease[=] --force-if-includes --force --repo= --set-upstream --thin --no-thin --quiet --verbose --progress --recurse-submodules= --verify --no-verify --push-option= !!--receive-pack= !!--exec=",
    "text*"
  ),
  fetch: acts(
    "uses the network",
    "-a -f -k -n -p -P -q -t -u -v -j= -o= -4 -6 --all --append --atomic --depth= --deepen= --shallow-since= --unshallow --update-shallow --dry-run --force --keep --multiple --auto-maintenance --prune --prune-tags --no-tags --refmap= --tags --recurse-submodules[=] --jobs= --set-upstream --quiet --verbose --progress --server-option= --filter= !!--upload-pack=",
    "text*"
  ),
  pull: acts(
    "uses the network and changes the work tree",
    "-q -v -n -r[=] -s= -X= -S[=] -f -t -p -4 -6 --quiet --verbose --rebase[=] --no-rebase --ff --no-ff --ff-only --commit --no-commit --edit --no-edit --log[=] --no-log --signoff --stat --no-stat --squash --no-squash --strategy= --strategy-option= --autostash --no-autostash --allow-unrelated-histories --all --append --depth= --force --prune --tags --no-tags --recurse-submodules[=] --set-upstream --progress !!--upload-pack=",
    "text*",
    anything
  ),
  clone: acts(
    "uses the network and writes a work tree",
    "-l -s -n -q -v -o= -b= !!-u= !-c= -j= --local --shared --no-hardlinks --reference=read --reference-if-able=read --dissociate --quiet --verbose --progress --server-option= --no-checkout --bare --mirror --sparse --filter= --origin= --branch= --revision= --depth= --shallow-since= --shallow-exclude= --single-branch --no-single-branch --tags --no-tags --recurse-submodules[=] --shallow-submodules --separate-git-dir=write --jobs= --also-filter-submodules !!--upload-pack= !!--template=any !!--config=",
    "remote write?",
    { ...anything, unpacks: "" }
  ),
  init: acts(
    "makes a repository",
    "-q -b= --quiet --bare --object-format= --initial-branch= --shared[=] --separate-git-dir=write !!--template=any",
    "write?",
    anything
  ),
  merge: acts(
    "changes the work tree",
    "-n -q -v -m= -F=read -s= -X= -S[=] --commit --no-commit --edit --no-edit --ff --no-ff --ff-only --log[=] --stat --no-stat --squash --no-squash --strategy= --strategy-option= --verify-signatures --quiet --verbose --progress --autostash --no-autostash --allow-unrelated-histories --message= --file=read --abort --quit --continue --signoff --no-verify --cleanup= --into-name= --gpg-sign[=]",
    "text*",
    anything
  ),
  rebase: acts(
    "rewrites commits and changes the work tree",
    "-i -q -v -n -f -k -m -r[=] -s= -X= -S[=] !!-x=shell !!--exec=shell --onto= --keep-base --root --continue --abort --skip --quit --edit-todo --show-current-patch --apply --merge --empty= --strategy= --strategy-option= --autosquash --no-autosquash --autostash --no-autostash --interactive --rebase-merges[=] --quiet --verbose --stat --no-stat --no-verify --committer-date-is-author-date --ignore-date --signoff --update-refs --fork-point --no-fork-point --no-ff --force-rebase",
    "text*",
    anything
  ),
  "cherry-pick": acts(
    "changes the work tree",
    "-e -x -r -m= -n -s -S[=] -X= --edit --mainline= --no-commit --signoff --ff --allow-empty --allow-empty-message --keep-redundant-commits --strategy= --strategy-option= --cleanup= --continue --skip --abort --quit",
    "text*",
    anything
  ),
  revert: acts(
    "changes the work tree",
    "-e -m= -n -s -S[=] -X= --edit --no-edit --mainline= --no-commit --signoff --strategy= --strategy-option= --cleanup= --continue --skip --abort --quit --reference",
    "text*",
    anything
  ),
  apply: acts(
    "changes files",
    "-p= -C= -q -v -z -N -R -3 --stat --numstat --summary --check --index --cached --intent-to-add --3way --ours --theirs --union --build-fake-ancestor=write --reverse --reject --unidiff-zero --no-add --exclude= --include= --whitespace= --inaccurate-eof --verbose --quiet --recount --directory=write --unsafe-paths --allow-empty",
    "read*",
    { ...anything, unpacks: "--directory" }
  ),
  am: acts(
    "changes files",
    "-i -3 -k -q -s -u -p= -C= -S[=] --3way --keep --keep-cr --no-keep-cr --scissors --no-scissors --quiet --signoff --utf8 --no-utf8 --whitespace= --directory=write --exclude= --include= --reject --patch-format= --continue --skip --abort --quit --retry --interactive --committer-date-is-author-date --ignore-date --show-current-patch[=] --allow-empty",
    "read*",
    anything
  ),
  stash: acts(
    "changes the work tree",
    "-p -S -k -q -u -a -m= --patch --staged --keep-index --no-keep-index --quiet --include-untracked --all --message= --index --pathspec-from-file=read",
    "text*",
    anything
  ),
  worktree: acts(
    "changes work trees",
    "-f -b= -B= -d -n -v -q --force --detach --checkout --no-checkout --lock --reason= --orphan --track --guess-remote --quiet --dry-run --verbose --expire=",
    "text any*",
    anything
  ),
  submodule: acts(
    "changes submodules",
    "-q --quiet --recursive --init --remote --force --depth= --branch=",
    "text any*",
    anything
  ),
  bisect: acts(
    "changes the work tree",
    "--no-checkout --first-parent --term-good= --term-bad= --term-new= --term-old=",
    "text any*",
    { ...anything, posix: true }
  ),
  gc: acts(
    "changes the repository",
    "-q --quiet --aggressive --auto --detach --no-detach --prune[=] --no-prune --force --keep-largest-pack --cruft --no-cruft",
    ""
  ),
  clean: acts(
    "deletes files",
    "-d -f -i -n -q -x -X -e= --force --interactive --dry-run --quiet --exclude=",
    "delete*",
    { none: "delete" }
  ),
  archive: acts(
    "writes an archive",
    "-l -v -o=write --list --verbose --format= --prefix= --output=write --add-file=read --add-virtual-file= --worktree-attributes --mtime= !!--remote= !!--exec= -0 -1 -2 -3 -4 -5 -6 -7 -8 -9",
    "text any*"
  ),
  bundle: acts("writes a bundle", "-q --quiet --progress --all --version=", "text write any*"),
  "format-patch": acts(
    "writes patches",
    `${diff} -n -N -k -s -o=write -v= --output-directory=write --numbered --no-numbered --start-number= --numbered-files --keep-subject --signoff --stdout --attach[=] --inline[=] --thread[=] --in-reply-to= --cover-letter --subject-prefix= --suffix= --base= --root --signature-file=read --description-file=read`,
    "rev*"
  ),
  branch: acts(
    "changes branches",
    "-d -D -m -M -c -C -f -t -u= -a -r -v -l -q --delete --move --copy --force --track[=] --no-track --set-upstream-to= --unset-upstream --edit-description --create-reflog --recurse-submodules --all --remotes --list --verbose --quiet",
    "text*"
  ),
  tag: acts(
    "changes tags",
    "-a -s -d -f -v -u= -m= -F=read -e -n[=] -l --annotate --sign --no-sign --local-user= --force --delete --verify --message= --file=read --edit --cleanup= --create-reflog --trailer=",
    "text*"
  ),
  remote: acts(
    "changes remotes",
    "-v -n -t= -m= -f --verbose --tags --no-tags --mirror[=] --push --add --delete --all --prune --dry-run --auto",
    "text*"
  ),
  "ls-remote": acts(
    "uses the network",
    "-b -h -t -q -o= --heads --branches --tags --refs --quiet --exit-code --get-url --sort= --symref --server-option= !!--upload-pack= !!--exec=",
    "remote? text*"
  ),
  config: acts(
    "changes settings",
    "-l -z -e -f=write --global --system --local --worktree --file=write --blob= --replace-all --add --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --unset --unset-all --remove-section --rename-section --list --fixed-value --type= --bool --int --bool-or-int --path --expiry-date --no-type --null --name-only --show-origin --show-scope --edit --includes --no-includes --default= --comment= --all --regexp --value= --show-names",
    "text*"
  ),
  reflog: acts(
    "changes the reflog",
    "-n --dry-run --all --expire= --expire-unreachable= --updateref --rewrite --stale-fix --verbose --single-worktree",
    "text*"
  ),
  notes: acts(
    "changes notes",
    "-f -m= -F=read -C= -c= --ref= --force --message= --file=read --allow-empty --stdin",
    "text*"
  ),
  "update-index": acts(
    "changes the index",
    "-q -z --add --remove --refresh --really-refresh --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --chmod= --cacheinfo= --force-remove --replace --stdin --index-info --again -g",
    "any*"
  ),
  "update-ref": acts("changes references", "-d -m= -z --no-deref --create-reflog --stdin", "text*"),
  "hash-object": acts("may write an object", "-t= -w --stdin --stdin-paths --path= --no-filters --literally", "read*"),
  "checkout-index": acts(
    "changes files",
    "-u -q -f -n -a -z --index --quiet --force --no-create --all --temp --stage= --prefix=write --stdin",
    "write*",
    anything
  ),
  "read-tree": acts(
    "changes the index",
    "-m -u -i -n -v -q --reset --prefix= --dry-run --empty --index-output=write",
    "text*",
    anything
  ),
  "filter-branch": acts(
    "runs commands on each commit",
    "!!--env-filter=shell !!--tree-filter=shell !!--index-filter=shell !!--parent-filter=shell !!--msg-filter=shell !!--commit-filter=shell !!--tag-name-filter=shell --subdirectory-filter= --prune-empty --original= -d=write -f --force --all",
    "text*",
    anything
  ),
  difftool: acts(
    "runs a program",
    "!!-x=shell !!--extcmd=shell -d -g -y -t= --dir-diff --gui --no-prompt --tool=",
    "rev*"
  ),
  mergetool: acts("runs a program", "-t= -y -g --tool= --no-prompt --gui", "any*"),
  "credential-fill": acts("prints secrets", "", "text*")
}

/** Configuration keys that name programs, lower-case; `*` is any subsection. git-config(1). */
const programKeys: ReadonlySet<string> = new Set(
  (
    "core.fsmonitor core.pager core.editor core.sshcommand core.gitproxy core.askpass " +
    "core.alternaterefscommand diff.external diff.*.command diff.*.textconv filter.*.clean " +
    "filter.*.smudge filter.*.process merge.*.driver gpg.program gpg.*.program gpg.ssh.defaultkeycommand " +
    "credential.helper credential.*.helper interactive.difffilter uploadpack.packobjectshook man.viewer man.*.cmd " +
    "man.*.path browser.*.cmd browser.*.path help.browser help.format web.browser remote.*.vcs remote.*.uploadpack " +
    "remote.*.receivepack submodule.*.update trailer.*.command trailer.*.cmd sequence.editor difftool.*.cmd " +
    "difftool.*.path mergetool.*.cmd mergetool.*.path guitool.*.cmd sendemail.smtpserver sendemail.sendmailcmd " +
    "sendemail.tocmd sendemail.cccmd sendemail.headercmd instaweb.httpd imap.tunnel tar.*.command svn.pushmergeinfo " +
    "ssh.variant protocol.ext.allow extensions.partialclone remote.*.promisor lfs.*.path " +
    "lfs.*.clean lfs.*.smudge init.templatedir"
  ).split(" ")
)

/** Sections all of whose keys name programs. */
const programSections: ReadonlySet<string> = new Set(["alias", "pager", "hook"])

/** Keys that name a program which shows or edits, and may name one that does nothing. */
const idleKeys: ReadonlySet<string> = new Set(["core.pager", "core.editor", "sequence.editor", "diff.external"])

/** Keys that name a program only if they say more than yes or no. */
const switches: ReadonlySet<string> = new Set(["core.fsmonitor"])
const refusals: ReadonlySet<string> = new Set(["false", "no", "off", "0", ""])
const no: ReadonlySet<string> = new Set(["false", "no", "off", "0", "", "true", "yes", "on", "1"])

/** Answers whether a repository's configuration key, lower-case but for its subsection, can name a program. */
export const gitProgramKey = (key: string, value: string): boolean => {
  // Set, reading commands have gpg check signatures.
  if (key === "log.showsignature") return !refusals.has(value.toLowerCase())
  const first = key.slice(0, key.indexOf("."))
  if ((first === "pager" || idleKeys.has(key)) && idlePrograms.has(value)) return false
  if (first === "pager" && refusals.has(value.toLowerCase())) return false
  if (programSections.has(first)) return true
  if (switches.has(key) && no.has(value.toLowerCase())) return false
  if (programKeys.has(key)) return true
  const last = key.lastIndexOf(".")
  return key.indexOf(".") < last && programKeys.has(`${first}.*${key.slice(last)}`)
}

/** Hooks that commands which only read run too. githooks(5). */
export const readingHooks: ReadonlyArray<string> = ["post-index-change"]

/** Words in a key that may name a secret's value. */
export const secretKey = /extraheader|token|password|passwd|secret|credential|cookie/i

/** Options in front of the subcommand. */
export const gitOptions: Grammar = {
  reads: true,
  posix: true,
  options:
    "-C=names --no-pager -P --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-advice --no-replace-objects --no-lazy-fetch -v --version -h --help --html-path --man-path --info-path !-p !--paginate !-c= !--config-env= !!--exec-path[=any] !--git-dir=any !--work-tree=any !--namespace= !--super-prefix= !--bare --attr-source= --list-cmds="
}

/** What `git config` takes in the forms that show one setting. */
export const gitConfigReads: Grammar = {
  reads: true,
  options:
    "-z --global --system --local --worktree --get --get-all --all --get-regexp --regexp --type= --bool --int --bool-or-int --expiry-date --no-type --null --name-only --show-origin --show-scope --includes --no-includes --default= --show-names",
  operands: "text"
}
