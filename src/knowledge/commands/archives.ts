/**
 * Programs that pack and unpack. `tar` has its own reader, for its options may lack their dash.
 */
import type { Grammar } from "../grammar.ts"

const compress = (suffix: string): Grammar => ({
  does: "replaces files by compressed ones, or back",
  options: `-cdfhklLnNqrtvV -S= -o=write -T= -M= -D=read --stdout --to-stdout --decompress --uncompress --force --keep --list --name --no-name --quiet --recursive --suffix= --test --verbose --fast --best --threads= --output=write ${suffix} -#`,
  operands: "move*",
  when: { "-c --stdout --to-stdout -l --list -t --test": { operands: "read*" }, "-r --recursive": { tree: true } }
})

/** `unzip` where it lists, tests or prints; `-T` would change the archive. unzip(1). */
export const unzipReads: Grammar = { reads: true, options: "-lvtpqC1Z", operands: "read? text*" }

export const archives: Readonly<Record<string, Grammar>> = {
  tar: {
    // The lines of a file of names (-T) may be options again.
    reads: true,
    options:
      "-tvk -f=read -C=any !-T=read -X=read -zjJZaOpPhlmnoRs !-S !-U !-w !-W !-G !-M -b= -H= -V= -K= -N=read !-g=write !-L= !!-I=shell --list --verbose --file=read --directory=any !--files-from=read --exclude= --exclude-from=read --exclude-vcs --exclude-vcs-ignores --wildcards --no-wildcards --anchored --no-anchored --ignore-case --strip-components= --null --full-time --numeric-owner --utc --gzip --bzip2 --xz --zstd --lzma --auto-compress --quoting-style= --show-transformed-names --totals --occurrence[=] --one-top-level[=] --transform= --xform= --owner= --group= --mode= --mtime= --sort= --format= --no-recursion --dereference --preserve-permissions --same-owner --no-same-owner --no-same-permissions --overwrite --keep-old-files --skip-old-files --keep-newer-files --touch --warning= --blocking-factor= !--listed-incremental=write --newer=read --newer-mtime=read --after-date=read !-x !-c !-r !-u !-A !-d !--extract !--get !--create !--append !--update !--concatenate !--catenate !--diff !--compare !--delete !--remove-files !--unlink-first !--recursive-unlink !--to-stdout !--absolute-names !--multi-volume !--test-label !--index-file=write !!--checkpoint-action= !--checkpoint[=] !!--to-command=shell !!--use-compress-program=shell !!--rsh-command=shell !!--rmt-command= !!--info-script=shell !!--new-volume-script=shell !!-F=shell",
    operands: "text*",
    when: {
      "-c -r -u --create --append --update": { operands: "tree*" },
      "-A --concatenate --catenate": { operands: "read*" },
      "-x --extract --get": { unsettles: "anything", unpacks: "-C --directory" },
      "-h --dereference": { follows: true }
    }
  },
  zip: {
    does: "writes an archive",
    tree: true,
    // Links are stored as what they lead to, without -y.
    follows: true,
    options:
      "-AcdDeEfFghijJklLmoqrRSTuvwXyz@ -b=write -n= -O=write -P= -s= -t= -x=  --recurse-paths --move --junk-paths --exclude= --out=write --password= !!-TT=shell !!--unzip-command=shell -#",
    operands: "write tree*"
  },
  unzip: {
    does: "unpacks an archive",
    unsettles: "anything",
    unpacks: "-d",
    options: "-aCcDfjKlLMnopPqtTuUvVXzZ: -d=write -x=",
    operands: "read text*"
  },
  "7z": {
    does: "writes or unpacks archives",
    unsettles: "anything",
    unpacks: "",
    lenient: true,
    operands: "text any*"
  },
  gzip: compress("-a -Z"),
  gunzip: compress("-a"),
  bzip2: compress("-sz"),
  bunzip2: compress("-s"),
  xz: compress("-z -e -F= -C="),
  unxz: compress("-e"),
  zstd: compress("-z -e"),
  compress: compress("-b="),
  uncompress: compress("-b="),
  zcat: { reads: true, options: "-fhLV --force --help --version", operands: "read*" },
  gzcat: { reads: true, options: "-f", operands: "read*" },
  bzcat: { reads: true, options: "-s", operands: "read*" },
  xzcat: { reads: true, operands: "read*" },
  zipinfo: { reads: true, options: "-12CMTZhlmstvz", operands: "read text*" },
  cpio: {
    does: "writes or unpacks archives",
    unsettles: "anything",
    unpacks: "-D",
    options: "-0aAbBcdfikLlmnoprsStuvV -C= -D=any -E=read -F=any -H= -I=read -O=write -M= -R= !!--rsh-command=shell",
    operands: "any*"
  },
  ar: { does: "writes archives", unsettles: "anything", lenient: true, operands: "text any*" }
}
