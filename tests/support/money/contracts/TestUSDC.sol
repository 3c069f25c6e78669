// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IERC1271 {
  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// The part of USDC that payments use: ERC-20, EIP-3009 with both overloads, EIP-712 domain "USD Coin"/"2", a blacklist.
/// The domain separator is computed on each call, because tests copy the code to another address.
contract TestUSDC {
  string public constant name = "USD Coin";
  string public constant symbol = "USDC";
  string public constant version = "2";
  uint8 public constant decimals = 6;
  bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH =
    keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");

  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => mapping(bytes32 => bool)) public authorizationState;
  mapping(address => bool) public isBlacklisted;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

  function DOMAIN_SEPARATOR() public view returns (bytes32) {
    bytes32 kind = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    return keccak256(abi.encode(kind, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)));
  }

  function mint(address to, uint256 value) external {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function blacklist(address account, bool isListed) external {
    isBlacklisted[account] = isListed;
  }

  function transfer(address to, uint256 value) external returns (bool) {
    _transfer(msg.sender, to, value);
    return true;
  }

  /// Several transfers in one transaction, as a batching wallet sends them.
  function transferMany(address[] calldata to, uint256[] calldata values) external {
    for (uint256 i = 0; i < to.length; i++) _transfer(msg.sender, to[i], values[i]);
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    require(allowance[from][msg.sender] >= value, "ERC20: transfer amount exceeds allowance");
    allowance[from][msg.sender] -= value;
    _transfer(from, to, value);
    return true;
  }

  function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
    _authorized(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
  }

  function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes calldata signature) external {
    _authorized(from, to, value, validAfter, validBefore, nonce, signature);
  }

  function _transfer(address from, address to, uint256 value) internal {
    require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
    require(balanceOf[from] >= value, "ERC20: transfer amount exceeds balance");
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }

  function _authorized(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature) internal {
    require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
    require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
    require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
    bytes32 content = keccak256(abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
    require(_isSignedBy(from, keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), content)), signature), "FiatTokenV2: invalid signature");
    authorizationState[from][nonce] = true;
    emit AuthorizationUsed(from, nonce);
    _transfer(from, to, value);
  }

  function _isSignedBy(address signer, bytes32 digest, bytes memory signature) internal view returns (bool) {
    if (signer.code.length > 0) return IERC1271(signer).isValidSignature(digest, signature) == IERC1271.isValidSignature.selector;
    if (signature.length != 65) return false;
    bytes32 r;
    bytes32 s;
    uint8 v;
    assembly {
      r := mload(add(signature, 32))
      s := mload(add(signature, 64))
      v := byte(0, mload(add(signature, 96)))
    }
    return signer != address(0) && ecrecover(digest, v, r, s) == signer;
  }
}
